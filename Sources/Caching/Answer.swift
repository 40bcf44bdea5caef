import FoundationEssentials
import Heroes

/// An answer of the source, as it is kept in memory and on disk.
indirect enum Answer: Codable, Sendable {
    case heroes(Slice<Hero>), hero(Attributed<Hero>), works(Slice<Work>)

    var version: Version? {
        switch self {
        case .heroes(let slice): slice.version
        case .hero(let hero): hero.version
        case .works(let slice): slice.version
        }
    }

    /// The heroes that it contains.
    var heroes: [Hero] {
        switch self {
        case .heroes(let slice): slice.items
        case .hero(let hero): [hero.value]
        case .works: []
        }
    }

    /// The end of the list that it is a part of; nil for a single hero.
    var end: ListEnd? {
        switch self {
        case .heroes(let slice): ListEnd(slice)
        case .hero: nil
        case .works(let slice): ListEnd(slice)
        }
    }

    /// Returns the answer with its age in seconds.
    func aged(_ seconds: Int) -> Answer {
        switch self {
        case .heroes(var slice):
            slice.age = seconds
            return .heroes(slice)
        case .hero(var hero):
            hero.age = seconds
            return .hero(hero)
        case .works(var slice):
            slice.age = seconds
            return .works(slice)
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

    init(_ slice: Slice<some Sendable>) {
        offset = slice.items.isEmpty ? slice.window.offset : slice.total
        total = slice.total
        isSeen = !slice.items.isEmpty || slice.window.offset == 0
    }
}
