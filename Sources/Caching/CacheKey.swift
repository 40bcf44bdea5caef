import Heroes

/// A question to a source; equal questions have one answer.
enum CacheKey: Hashable, Sendable {
    case heroes(HeroQuery)
    case hero(Hero.ID)
    case works(WorkKind, of: Hero.ID, PageRange)

    /// The first page of all heroes, on which most visits begin.
    static let frontPage = CacheKey.heroes(HeroQuery(range: .page(1)))

    var kind: AnswerKind {
        switch self {
        case .heroes(let query): query.nameStartsWith == nil ? .list : .search
        case .hero: .hero
        case .works: .works
        }
    }

    /// The key as text, one for each; a visitor's search text is at its end.
    var text: String {
        switch self {
        case .heroes(let query):
            "\(kind.rawValue) \(query.range.offset) \(query.range.limit)"
                + (query.nameStartsWith.map { " \($0)" } ?? "")
        case .hero(let id): "hero \(id)"
        case .works(let kind, let id, let range): "\(kind.rawValue) \(id) \(range.offset) \(range.limit)"
        }
    }

    /// The list, the same key for all its parts; nil for a single hero.
    var list: CacheKey? {
        let all = PageRange(offset: 0, limit: 0)
        return switch self {
        case .heroes(let query): .heroes(HeroQuery(nameStartsWith: query.nameStartsWith, range: all))
        case .hero: nil
        case .works(let kind, let id, _): .works(kind, of: id, all)
        }
    }
}

/// The kinds of answers, which may have different lifetimes.
package enum AnswerKind: String, CaseIterable, Sendable {
    /// A page of all heroes.
    case list
    /// A page of the heroes whose names start with a text.
    case search
    case hero
    case works
}
