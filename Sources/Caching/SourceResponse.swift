import FoundationEssentials
import Heroes

/// A response of the source, as it is cached in memory and on disk.
indirect enum SourceResponse: Codable, Sendable {
    case heroes(ListPage<Hero>), hero(Attributed<Hero>), works(ListPage<Work>), work(Attributed<Work>)
    case matches(ListPage<SearchMatch>)

    var version: Version? {
        switch self {
        case .heroes(let list): list.version
        case .hero(let hero): hero.version
        case .works(let list): list.version
        case .work(let work): work.version
        case .matches(let list): list.version
        }
    }

    /// Decodes a stored response; returns nil if another version of the program has stored it.
    init?(_ body: Data) {
        guard let response = try? JSONDecoder().decode(SourceResponse.self, from: body) else { return nil }
        self = response
    }

    /// The heroes in it.
    var heroes: [Hero] {
        switch self {
        case .heroes(let list): list.items
        case .hero(let hero): [hero.value]
        case .works, .work: []
        case .matches(let list): list.items.map(\.hero)
        }
    }

    /// The works in it.
    var works: [Work] {
        switch self {
        case .works(let list): list.items
        case .work(let work): [work.value]
        case .heroes, .hero, .matches: []
        }
    }

    /// The end of its list; nil for a single object.
    var end: ListEnd? {
        switch self {
        case .heroes(let list): ListEnd(list)
        case .hero, .work: nil
        case .works(let list): ListEnd(list)
        case .matches(let list): ListEnd(list)
        }
    }

    /// Returns the response with its age in seconds.
    func aged(_ seconds: Int) -> SourceResponse {
        switch self {
        case .heroes(var list):
            list.age = seconds
            return .heroes(list)
        case .hero(var hero):
            hero.age = seconds
            return .hero(hero)
        case .works(var list):
            list.age = seconds
            return .works(list)
        case .work(var work):
            work.age = seconds
            return .work(work)
        case .matches(var list):
            list.age = seconds
            return .matches(list)
        }
    }
}

/// The end of a list, derived from one of its pages.
struct ListEnd: Sendable {
    /// The offset after the last item.
    let offset: Int
    let total: Int
    /// True if the page has items or is the first one. The total of an empty page beyond the end is not trusted before.
    let isConfirmed: Bool
    /// The time of the response.
    var date = Date.distantPast

    init(_ list: ListPage<some Sendable>) {
        offset = list.items.isEmpty ? list.range.offset : list.total
        total = list.total
        isConfirmed = !list.items.isEmpty || list.range.offset == 0
    }
}
