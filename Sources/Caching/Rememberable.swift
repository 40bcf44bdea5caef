import FoundationEssentials
import Heroes

/// An answer that the cache can keep, in memory and on disk.
protocol Rememberable: ByteCounting, Codable {
    var version: Version? { get }
    /// Seconds since the source last said or confirmed this.
    var age: Int { get set }
    /// Those whom it tells about.
    var heroes: [Hero] { get }
    /// The end of the list that it is a part of; nil for a single thing.
    var end: ListEnd? { get }
}

/// What answers consist of.
typealias Part = ByteCounting & Codable

extension Slice: Rememberable where Item: Part {
    var heroes: [Hero] { items.compactMap(\.hero) }
    var end: ListEnd? {
        ListEnd(
            offset: items.isEmpty ? window.offset : total, total: total, isSeen: !items.isEmpty || window.offset == 0)
    }
}

extension Attributed: Rememberable where Value: Part {
    var heroes: [Hero] { value.hero.map { [$0] } ?? [] }
    var end: ListEnd? { nil }
}

/// The end of a list, as one of its parts tells it.
struct ListEnd: Sendable {
    /// From here on there is nothing.
    let offset: Int
    let total: Int
    /// Whether the part is one with items, or the first; what an empty one beyond the end says of the total is not
    /// believed before that.
    let isSeen: Bool
    /// When the source said so.
    var told = Date.distantPast
}
