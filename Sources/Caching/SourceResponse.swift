import FoundationEssentials
import Heroes

/// A response of the source, as it is cached in memory and on disk.
indirect enum SourceResponse: Codable, Sendable {
    case heroes(ListPage<Hero>), hero(Attributed<Hero>), works(ListPage<Work>)

    var version: Version? {
        switch self {
        case .heroes(let list): list.version
        case .hero(let hero): hero.version
        case .works(let list): list.version
        }
    }

    /// The heroes in it.
    var heroes: [Hero] {
        switch self {
        case .heroes(let list): list.items
        case .hero(let hero): [hero.value]
        case .works: []
        }
    }

    /// The end of its list; nil for a single hero.
    var end: ListEnd? {
        switch self {
        case .heroes(let list): ListEnd(list)
        case .hero: nil
        case .works(let list): ListEnd(list)
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
