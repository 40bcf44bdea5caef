import FoundationEssentials
import Heroes

/// The entries of an imported list, JSON or CSV. The format is detected from the content.
struct FavouriteEntries {
    private(set) var entries: [Entry] = []
    /// The locations of invalid entries.
    private(set) var invalid: [Location] = []

    struct Entry: Hashable {
        let id: Hero.ID
        let added: Date?
        let location: Location
    }

    /// The location of an entry in the list, such as "Line 3".
    struct Location: Hashable, CustomStringConvertible {
        let unit: String
        /// The number, counted from 1; lines are counted as in a text editor.
        let number: Int

        var description: String { "\(unit) \(number)" }
    }

    /// The maximum number of entries, five times the limit of favourites. A form has room for tens of thousands of
    /// invalid ones, and each would take as long as a valid one.
    static let limit = 5000

    /// Returns nil if the text is neither JSON nor CSV, or has more entries than `limit`.
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

    /// Adds an entry, or an invalid one if the id is nil.
    mutating func add(_ id: Hero.ID?, _ added: Date?, _ location: Location) {
        if let id { entries.append(Entry(id: id, added: added, location: location)) } else { invalid.append(location) }
    }

    /// Returns the text in UTF-8 without a byte order mark. UTF-16 without a mark is detected by the zero byte of the
    /// first character.
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
