import FoundationEssentials
import Heroes

/// An answer of the source, as it is kept in memory and on disk.
indirect enum Answer: Codable, Sendable {
    case heroes(ListPage<Hero>), hero(Attributed<Hero>), works(ListPage<Work>)

    var version: Version? {
        switch self {
        case .heroes(let list): list.version
        case .hero(let hero): hero.version
        case .works(let list): list.version
        }
    }

    /// The heroes that it contains.
    var heroes: [Hero] {
        switch self {
        case .heroes(let list): list.items
        case .hero(let hero): [hero.value]
        case .works: []
        }
    }

    /// The end of the list that it is a part of; nil for a single hero.
    var end: ListEnd? {
        switch self {
        case .heroes(let list): ListEnd(list)
        case .hero: nil
        case .works(let list): ListEnd(list)
        }
    }

    /// Returns the answer with its age in seconds.
    func aged(_ seconds: Int) -> Answer {
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

/// The end of a list, according to one of its parts.
struct ListEnd: Sendable {
    /// There is nothing from here on.
    let offset: Int
    let total: Int
    /// Whether the part has items or is the first one. The total of an empty part beyond the end is not trusted before
    /// that.
    let isSeen: Bool
    /// When the source said so.
    var date = Date.distantPast

    init(_ list: ListPage<some Sendable>) {
        offset = list.items.isEmpty ? list.range.offset : list.total
        total = list.total
        isSeen = !list.items.isEmpty || list.range.offset == 0
    }
}
