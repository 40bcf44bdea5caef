import Heroes

/// The cache key of a request to a source.
enum CacheKey: Hashable, Sendable {
    case heroes(HeroQuery)
    case hero(Hero.ID)
    case works(WorkKind, of: Hero.ID, PageRange)

    /// The first page of all heroes, where most visits begin.
    static let frontPage = CacheKey.heroes(HeroQuery(range: .page(1)))

    var kind: ResponseKind {
        switch self {
        case .heroes(let query): query.nameStartsWith == nil ? .list : .search
        case .hero: .hero
        case .works: .works
        }
    }

    /// The key as unique text; a visitor's search text is at its end.
    var text: String {
        switch self {
        case .heroes(let query):
            "\(kind.rawValue) \(query.range.offset) \(query.range.limit)"
                + (query.nameStartsWith.map { " \($0)" } ?? "")
        case .hero(let id): "hero \(id)"
        case .works(let kind, let id, let range): "\(kind.rawValue) \(id) \(range.offset) \(range.limit)"
        }
    }

    /// The key of the list, the same for all its pages; nil for a single hero.
    var list: CacheKey? {
        let all = PageRange(offset: 0, limit: 0)
        return switch self {
        case .heroes(let query): .heroes(HeroQuery(nameStartsWith: query.nameStartsWith, range: all))
        case .hero: nil
        case .works(let kind, let id, _): .works(kind, of: id, all)
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
    case works
}
