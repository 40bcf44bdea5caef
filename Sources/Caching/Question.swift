import Heroes

/// What can be asked of a source; equal questions have one answer.
enum Question: Hashable, Sendable {
    case heroes(HeroQuery)
    case hero(Hero.ID)
    case works(WorkKind, of: Hero.ID, Window)

    /// The page that every visit may begin with.
    static let frontPage = Question.heroes(HeroQuery(window: .page(1)))

    var kind: Kind {
        switch self {
        case .heroes(let query): query.nameStartsWith == nil ? .list : .search
        case .hero: .hero
        case .works: .works
        }
    }

    /// The question in words, one for each; what a visitor typed stands at the end.
    var text: String {
        switch self {
        case .heroes(let query):
            "\(kind.rawValue) \(query.window.offset) \(query.window.limit)"
                + (query.nameStartsWith.map { " \($0)" } ?? "")
        case .hero(let id): "hero \(id)"
        case .works(let kind, let id, let window):
            "\(kind.rawValue) \(id) \(window.offset) \(window.limit)"
        }
    }

    /// The part of a list that is asked for; nil for a single hero.
    var window: Window? {
        switch self {
        case .heroes(let query): query.window
        case .hero: nil
        case .works(_, _, let window): window
        }
    }

    /// The list, the same for all its parts; nil for a single hero.
    var list: Question? {
        switch self {
        case .heroes(let query):
            .heroes(HeroQuery(nameStartsWith: query.nameStartsWith, window: Window(offset: 0, limit: 0)))
        case .hero: nil
        case .works(let kind, let id, _): .works(kind, of: id, Window(offset: 0, limit: 0))
        }
    }

    /// What the answer is made of.
    var answer: any Rememberable.Type {
        switch self {
        case .heroes: Slice<Hero>.self
        case .hero: Attributed<Hero>.self
        case .works: Slice<Work>.self
        }
    }
}

/// Kinds of questions, whose answers may be kept for different times.
package enum Kind: String, CaseIterable, Sendable {
    /// A page of all heroes.
    case list
    /// A page of the heroes whose names start so.
    case search
    case hero
    case works
}
