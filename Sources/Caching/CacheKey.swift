import Heroes

/// The cache key of a request to a source.
enum CacheKey: Hashable, Sendable {
    case heroes(HeroQuery)
    case hero(Hero.ID)
    case works(WorkKind, of: WorkOwner, PageRange)
    case work(WorkID)
    case matches(String, PageRange)

    /// The first page of all heroes, where most visits begin.
    static let frontPage = CacheKey.heroes(HeroQuery(range: .page(1)))

    var kind: ResponseKind {
        switch self {
        case .heroes(let query): query.work != nil ? .works : query.nameStartsWith == nil ? .list : .search
        case .hero: .hero
        case .works, .work: .works
        case .matches: .search
        }
    }

    /// The key as unique text; a visitor's search text is at its end.
    var text: String {
        switch self {
        case .heroes(let query):
            (query.work.map { "\($0.text) heroes" } ?? kind.rawValue) + " \(query.range.offset) \(query.range.limit)"
                + (query.nameStartsWith.map { " \($0)" } ?? "")
        case .hero(let id): "hero \(id)"
        case .works(let kind, let owner, let range):
            "\(kind.rawValue)\(owner.text) \(range.offset) \(range.limit)"
        case .work(let id): "work \(id.text)"
        case .matches(let text, let range): "matches \(range.offset) \(range.limit) \(text)"
        }
    }

    /// The key of the list, the same for all its pages; nil for a single object.
    var list: CacheKey? {
        let all = PageRange(offset: 0, limit: 0)
        return switch self {
        case .heroes(let query):
            .heroes(HeroQuery(nameStartsWith: query.nameStartsWith, in: query.work, range: all))
        case .hero, .work: nil
        case .works(let kind, let owner, _): .works(kind, of: owner, all)
        case .matches(let text, _): .matches(text, all)
        }
    }
}

extension WorkID {
    fileprivate var text: String { "\(kind.rawValue) \(number)" }
}

extension WorkOwner {
    /// The text after the kind; the id alone for a hero, as before works could have works.
    fileprivate var text: String {
        switch self {
        case .source: ""
        case .hero(let id): " \(id)"
        case .work(let id): " \(id.text)"
        }
    }
}

/// The kinds of responses, which can have different lifetimes.
package enum ResponseKind: String, CaseIterable, Sendable {
    /// A page of all heroes.
    case list
    /// A page of the heroes with a name prefix.
    case search
    case hero
    /// Works, or the heroes of a work.
    case works
}
