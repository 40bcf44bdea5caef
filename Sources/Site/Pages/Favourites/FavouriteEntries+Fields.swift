import FoundationEssentials
import Heroes

/// The columns of a CSV list, or the members of a JSON list's objects, that an import reads.
enum FavouriteField {
    case id, added

    /// The names that lists use for it, the likeliest first, in letters alone.
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

    /// Returns where it is among fields of these names, whose case, blanks and hyphens do not count.
    func index(in names: [String]) -> Int? {
        let names = names.map { $0.lowercased().filter(\.isLetter) }
        return self.names.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
}

extension FavouriteEntries {
    /// Returns the text without blanks and what cannot be seen around it, and without the quotes and signs by which
    /// spreadsheets mark a number as a text.
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

    /// Parses a hero's number in decimal digits; a decimal point with zeros alone, as statistics programs write it, does
    /// not count.
    static func id(_ text: String) -> Hero.ID? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard let digits = parts.first, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            parts.dropFirst().allSatisfy({ $0.allSatisfy { $0 == UInt8(ascii: "0") } }),
            let id = Hero.ID(Substring(digits)), id > 0
        else { return nil }
        return id
    }
}
