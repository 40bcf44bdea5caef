import FoundationEssentials
import Heroes

/// A column of a CSV list, or a member of the objects in a JSON list, that the import reads.
enum FavouriteField {
    case id, added

    /// The accepted names, the likeliest first, in lower-case letters without separators.
    private var names: [String] {
        switch self {
        case .id: ["id", "heroid", "characterid", "number", "hero", "character"]
        case .added:
            [
                "added", "addedat", "addedon", "dateadded", "timeadded", "created", "createdat", "date", "time",
                "timestamp",
            ]
        }
    }

    /// Returns the index of the field in these names, ignoring case, blanks and hyphens.
    func index(in names: [String]) -> Int? {
        let names = names.map { $0.lowercased().filter(\.isLetter) }
        return self.names.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
}

extension FavouriteEntries {
    /// Returns the text without surrounding blanks and invisible characters, and without the quotes and signs that
    /// spreadsheets add to keep a number as text.
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isPadding($0) }),
            let last = scalars.lastIndex(where: { !isPadding($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    private static func isPadding(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
            || "'\"=".unicodeScalars.contains(scalar)
    }

    /// Parses a hero's number in decimal digits. A decimal point with zeros only, as statistics programs write it, is
    /// ignored.
    static func id(_ text: String) -> Hero.ID? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = parts.first, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == UInt8(ascii: "0") } }),
            let id = Hero.ID(Substring(digits)), id > 0
        else { return nil }
        return id
    }
}
