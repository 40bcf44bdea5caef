import Heroes

/// An answer that the cache can keep, in memory and on disk.
protocol Rememberable: ByteCounting, Codable {
    var version: Version? { get }
    /// Seconds since the source last said or confirmed this.
    var age: Int { get set }
    /// Those whom it tells about.
    var heroes: [Hero] { get }
}

/// What answers consist of.
typealias Part = ByteCounting & Codable

extension Slice: Rememberable where Item: Part {
    var heroes: [Hero] { items.compactMap(\.hero) }
}

extension Attributed: Rememberable where Value: Part {
    var heroes: [Hero] { value.hero.map { [$0] } ?? [] }
}
