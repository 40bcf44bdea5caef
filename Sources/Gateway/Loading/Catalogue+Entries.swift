extension Catalogue {
    /// Every object as the archive takes it.
    var entries: [Entry] {
        let relations = Relations(self)
        let titles = Titles(self)
        func entry(_ kind: Kind, _ id: Int, _ fields: [String: JSON]) -> Entry {
            Entry(kind: kind, id: id, fields: fields, links: relations.links(kind, id))
        }
        return characters.map { entry(.characters, $0.id, $0.fields) }
            + comics.map { entry(.comics, $0.id, $0.fields(titles)) }
            + creators.map { entry(.creators, $0.id, $0.fields) }
            + events.map { entry(.events, $0.id, $0.fields(titles)) }
            + series.map { entry(.series, $0.id, $0.fields(titles)) }
            + stories.map { entry(.stories, $0.id, $0.fields(titles)) }
    }
}

extension Archive {
    /// Puts the bundled objects in.
    package func add(_ catalogue: Catalogue) throws { try add(catalogue.entries, marvel: false) }
}

/// The names by which objects speak of others.
struct Titles {
    private let titles: [Int: String]

    init(_ catalogue: Catalogue) {
        let pairs =
            catalogue.series.map { (Kind.series.key($0.id), $0.title) }
            + catalogue.events.map { (Kind.events.key($0.id), $0.title) }
            + catalogue.comics.map { (Kind.comics.key($0.id), $0.title) }
        titles = Dictionary(pairs) { first, _ in first }
    }

    /// An object named by its address and title; null for none.
    func reference(_ kind: Kind, _ id: Int?) -> JSON {
        guard let id else { return .null }
        return .object([
            JSON.Member("resourceURI", .local(kind.path(id))),
            JSON.Member("name", .string(titles[kind.key(id)] ?? "")),
        ])
    }
}
