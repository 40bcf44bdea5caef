import Heroes

/// Knows about how many bytes of memory it takes.
protocol ByteCounting: Sendable {
    var byteCount: Int { get }
    /// Itself, where it is a hero.
    var hero: Hero? { get }
}

extension ByteCounting {
    var hero: Hero? { nil }
}

extension Slice: ByteCounting where Item: ByteCounting {
    var byteCount: Int { items.reduce(192 + attribution.html.utf8.count) { $0 + $1.byteCount } }
}

extension Attributed: ByteCounting where Value: ByteCounting {
    var byteCount: Int { 192 + attribution.html.utf8.count + value.byteCount }
}

extension Hero: ByteCounting {
    var byteCount: Int {
        let words = name.utf8.count + (description?.utf8.count ?? 0) + (thumbnail?.path.utf8.count ?? 0)
        return links.reduce(256 + words) { $0 + 64 + $1.kind.utf8.count + $1.url.utf8.count }
    }

    var hero: Hero? { self }
}

extension Comic: ByteCounting {}
extension Event: ByteCounting {
    var byteCount: Int { heroes.reduce(words) { $0 + 40 + $1.name.utf8.count } }
}

extension Story: ByteCounting {}
extension Series: ByteCounting {}

extension ByteCounting where Self: Listable {
    var byteCount: Int { words }

    /// What all works have.
    fileprivate var words: Int {
        256 + title.utf8.count + (description?.utf8.count ?? 0) + (thumbnail?.path.utf8.count ?? 0)
    }
}
