import FoundationEssentials
import Heroes

extension Visitor {
    /// Returns a deterministic visitor for a number.
    package static func numbered(_ number: UInt64) -> Visitor {
        var generator = SeededGenerator(seed: number)
        return Visitor.new(using: &generator)
    }
}

extension Favourite {
    /// Returns a favourite added some seconds after a fixed date.
    package static func example(_ id: Hero.ID, after seconds: Double = 0) -> Favourite {
        Favourite(
            id: id, name: "Hero “\(id)”\n<b>\\é😀",
            thumbnail: id % 2 == 0 ? nil : Thumbnail(path: "https://i.test/\(id)", fileExtension: "jpg"),
            added: Date(timeIntervalSince1970: 1_700_000_000 + seconds))
    }
}
