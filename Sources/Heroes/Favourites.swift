import FoundationEssentials

/// What a visitor keeps, as it was at one moment; handed around without a copy.
package final class Favourites: Sendable {
    /// Newest first, each hero once.
    package let list: [Favourite]
    /// The heroes of the list, for the hearts of a page.
    package let ids: Set<Hero.ID>
    /// The same for equal lists, in every process, and another for lists that differ, but for a chance of one in 2^64.
    package let version: UInt64

    package static let none = Favourites([])

    /// Takes a list that is in order.
    package init(_ list: [Favourite]) {
        self.list = list
        ids = Set(list.lazy.map(\.id))
        var hash = StableHash()
        for favourite in list { hash.add(favourite) }
        version = hash.value
    }

    package func keeps(_ hero: Hero.ID) -> Bool { ids.contains(hero) }
}

/// FNV-1a with 64 bits (RFC 9923), since Swift's own hashes differ from process to process.
private struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ favourite: Favourite) {
        add(UInt64(truncatingIfNeeded: favourite.id))
        add(favourite.added.timeIntervalSince1970.bitPattern)
        add(favourite.name)
        // A byte that no text has, so that no two lists run together to the same bytes.
        add(favourite.thumbnail == nil ? 0xFE : 0xFD as UInt8)
        if let thumbnail = favourite.thumbnail {
            add(thumbnail.path)
            add(thumbnail.fileExtension)
        }
    }

    private mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
        add(0xFF as UInt8)
    }

    private mutating func add(_ number: UInt64) {
        for shift in stride(from: 0 as UInt64, to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
