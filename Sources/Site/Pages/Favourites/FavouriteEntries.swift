import FoundationEssentials
import Heroes

/// A list of heroes as a visitor brings it, JSON or CSV, read entry by entry by what is in it.
struct FavouriteEntries {
    private(set) var entries: [Entry] = []
    /// What could not be read.
    private(set) var bad: [Place] = []

    struct Entry: Hashable {
        let id: Hero.ID
        let added: Date?
        let place: Place
    }

    /// Where an entry stands in the list, such as "line 3".
    struct Place: Hashable, CustomStringConvertible {
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

    /// Adds an entry, or counts it as bad without an id.
    mutating func add(_ id: Hero.ID?, _ added: Date?, _ place: Place) {
        if let id { entries.append(Entry(id: id, added: added, place: place)) } else { bad.append(place) }
    }

    /// Returns the text in UTF-8 without its byte order mark. UTF-16 without one has a zero beside each ASCII character.
    private static func utf8(_ text: [UInt8]) -> [UInt8] {
        switch (text.first, text.dropFirst().first) {
        case (0xEF, 0xBB) where text.starts(with: [0xEF, 0xBB, 0xBF]): Array(text[3...])
        case (0xFF, 0xFE): utf8(utf16: text[2...], isBigEndian: false)
        case (0xFE, 0xFF): utf8(utf16: text[2...], isBigEndian: true)
        case (_, 0): utf8(utf16: text[...], isBigEndian: false)
        case (0, _?): utf8(utf16: text[...], isBigEndian: true)
        default: text
        }
    }

    private static func utf8(utf16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { index in
            let pair = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
