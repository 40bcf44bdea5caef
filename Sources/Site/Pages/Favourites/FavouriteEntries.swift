import FoundationEssentials
import Heroes

/// A list of heroes as a visitor brings it, JSON or CSV, read entry by entry by what is in it.
struct FavouriteEntries {
    private(set) var entries: [Entry] = []
    /// What could not be read.
    private(set) var invalid: [Location] = []

    struct Entry: Hashable {
        let id: Hero.ID
        let added: Date?
        let location: Location
    }

    /// Where an entry stands in the list, such as "line 3".
    struct Location: Hashable, CustomStringConvertible {
        let unit: String
        /// Counted from 1; of lines as an editor counts them.
        let number: Int

        var description: String { "\(unit) \(number)" }
    }

    /// Entries of a list, five times as many as a visitor can keep. Of tens of thousands that are nothing, as a form has
    /// room for, each would take as long as a good one.
    static let limit = 5000

    /// Nil if the text is neither JSON nor CSV, or has more entries than `limit`.
    init?(_ text: [UInt8]) {
        let bytes = Self.utf8(text)
        let isRead =
            switch bytes.first(where: { !" \t\r\n".utf8.contains($0) }) {
            case nil: false
            case UInt8(ascii: "["), UInt8(ascii: "{"): read(json: Data(bytes))
            default: read(csv: bytes[...])
            }
        guard isRead else { return nil }
    }

    /// Adds an entry, or counts it as invalid without an id.
    mutating func add(_ id: Hero.ID?, _ added: Date?, _ location: Location) {
        if let id { entries.append(Entry(id: id, added: added, location: location)) } else { invalid.append(location) }
    }

    /// Returns the text in UTF-8 without its byte order mark. UTF-16 without one has a zero beside each ASCII character.
    private static func utf8(_ text: [UInt8]) -> [UInt8] {
        let utf16: String.Encoding? =
            switch (text.first, text.dropFirst().first) {
            case (0xFF, 0xFE), (0xFE, 0xFF): .utf16
            case (_, 0): .utf16LittleEndian
            case (0, _?): .utf16BigEndian
            default: nil
            }
        if let utf16 { return Array((String(bytes: text, encoding: utf16) ?? "").utf8) }
        return Array(text.trimmingPrefix([0xEF, 0xBB, 0xBF]))
    }
}
