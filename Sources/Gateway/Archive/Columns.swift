import Basics
import GRDB

/// The columns to filter and order by, computed from an object's fields.
enum Columns {
    static func names(_ kind: Kind) -> [String] {
        columns(of: ArchiveEntry(kind: kind, id: 0, fields: [:])).map(\.name)
    }

    /// Returns all columns but the id.
    static func columns(of entry: ArchiveEntry) -> [(name: String, value: DatabaseValue)] {
        let folded = entry.kind.nameField == "name" ? Folding.name(entry.name) : Folding.fold(entry.name)
        let modified = Timestamp(entry.fields["modified"]?.text ?? "")?.seconds ?? 0
        return [
            ("name", entry.name.databaseValue), ("folded", folded.databaseValue),
            ("modified", modified.databaseValue),
        ] + ownColumns(entry, folded)
    }

    private static func ownColumns(_ entry: ArchiveEntry, _ folded: String) -> [(name: String, value: DatabaseValue)] {
        let fields = entry.fields
        switch entry.kind {
        case .characters, .teams: return []
        case .comics: return comic(fields, folded)
        case .creators:
            let names = [
                ("first", "firstName"), ("middle", "middleName"), ("last", "lastName"), ("suffix", "suffix"),
            ]
            return names.map { ($0, Folding.fold(fields[$1]?.text ?? "").databaseValue) }
        case .events: return [("start", day(fields["start"]?.text))]
        case .series:
            return [
                ("bare", withoutYears(folded).databaseValue), ("startYear", integer(fields["startYear"]).databaseValue),
                ("type", Folding.fold(fields["type"]?.text ?? "").databaseValue),
            ]
        case .stories: return [("type", (fields["type"]?.text ?? "").databaseValue)]
        }
    }

    private static func comic(_ fields: [String: JSON], _ folded: String) -> [(name: String, value: DatabaseValue)] {
        let format = Folding.fold(fields["format"]?.text ?? "")
        let series = Folding.fold(fields["series"]?["name"]?.text ?? "")
        let hasVariant = !(fields["variantDescription"]?.text ?? "").isEmpty
        let issue = fields["issueNumber"]?.textOrNumber.flatMap(Double.init) ?? 0
        let year = startYear(series)
        let codes = ["diamondCode", "upc", "isbn", "ean", "issn"]
        return [
            ("natural", Folding.naturalSortKey(folded).databaseValue),
            ("bare", withoutYears(series.isEmpty ? folded : series).databaseValue),
            ("format", format.databaseValue), ("collection", ComicFormat.collections.contains(format).databaseValue),
            ("variant", hasVariant.databaseValue), ("onsale", date("onsaleDate", of: fields)),
            ("sorted", sorted(fields)),
            ("foc", date("focDate", of: fields)), ("issueNumber", issue.databaseValue),
            ("digitalId", integer(fields["digitalId"]).databaseValue),
            ("startYear", year == 0 ? .null : year.databaseValue),
        ] + codes.map { ($0, (fields[$0]?.textOrNumber ?? "").databaseValue) }
    }

    private static func date(_ type: String, of fields: [String: JSON]) -> DatabaseValue {
        day(fields["dates"]?.elements.first { $0["type"]?.text == type }?["date"]?.text)
    }

    /// Returns the day by which comics are ordered: of its sale, or two months before the one on its cover. Comics of an
    /// event of which only the month is known follow each other by their position; others are at the end of the month.
    private static func sorted(_ fields: [String: JSON]) -> DatabaseValue {
        let date = fields["dates"]?.elements.first { $0["type"]?.text == "onsaleDate" }?["date"]?.text
        guard let day = date.flatMap({ Timestamp($0)?.day }), day > 0 else { return .null }
        let types = fields["textObjects"]?.elements.compactMap { $0["type"]?.text } ?? []
        let isOnCover = types.contains("cover_month")
        guard isOnCover || types.contains("onsale_month") else { return day.databaseValue }
        // Two months before January or February are in the year before.
        let months = isOnCover ? (day / 100 % 100 <= 2 ? 9_000 : 200) : 0
        return (day - months + min(fields["position"]?.int ?? 27, 27)).databaseValue
    }

    private static func day(_ text: String?) -> DatabaseValue {
        text.flatMap { Timestamp($0)?.day }?.databaseValue ?? .null
    }

    /// Returns an integer, which may have been recorded as text; 0 if there is none.
    private static func integer(_ json: JSON?) -> Int { json?.textOrNumber.flatMap { Int($0) } ?? 0 }

    static func withoutYears(_ title: String) -> String {
        guard let parenthesis = title.lastIndex(of: "(") else { return title }
        let name = title[..<parenthesis]
        return name.last == " " ? String(name.dropLast()) : String(name)
    }

    /// Returns the year after the last opening parenthesis, as in "x-men (1991 - 2001)"; 0 if there is none.
    static func startYear(_ title: String) -> Int {
        guard let parenthesis = title.lastIndex(of: "(") else { return 0 }
        return Digits.clamped(title[title.index(after: parenthesis)...].prefix(4)) ?? 0
    }
}

/// The folding of texts for comparison: lowercase, Latin letters without diacritics, as in MySQL's general collation,
/// and ligatures as their letters.
enum Folding {
    static func fold(_ text: some StringProtocol) -> String {
        var folded = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                folded.unicodeScalars.append(lowercase(scalar))
            } else if scalar.properties.generalCategory != .nonspacingMark {
                folded += scalar.unmarked ?? scalar.properties.lowercaseMapping
            }
        }
        return folded
    }

    /// Folds a name as displayed: white space is collapsed to one space and trimmed at the start, and invisible
    /// characters are removed, so a name is found and sorted as readers see it.
    static func name(_ name: String) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.properties.isWhitespace {
                if let last = visible.last, last != " " { visible.append(" ") }
            } else if !isInvisible(scalar) {
                visible.append(scalar)
            }
        }
        return fold(String(visible))
    }

    /// Returns a key that sorts numbers in a folded text by value: every run of digits is prefixed with its length,
    /// unless it follows a decimal point. Numbers such as ½ and #.5 start with 0.
    static func naturalSortKey(_ folded: String) -> String {
        var (key, digits, isDecimal) = ("", "", false)
        for scalar in folded.unicodeScalars {
            if (0x30...0x39).contains(scalar.value) {
                if isDecimal { key.unicodeScalars.append(scalar); continue }
                if digits != "0" { digits.unicodeScalars.append(scalar) } else { digits = String(scalar) }
            } else {
                let fraction = fraction(scalar)
                if digits.isEmpty, fraction != nil || (scalar == "." && key.last == "#") { digits = "0" }
                isDecimal = scalar == "." && !digits.isEmpty
                key += lengthPrefixed(digits) + (fraction ?? String(scalar))
                digits = ""
            }
        }
        return key + lengthPrefixed(digits)
    }

    /// Returns the decimals of a fraction such as ½, with their point; nil for other characters.
    private static func fraction(_ scalar: Unicode.Scalar) -> String? {
        guard !scalar.isASCII, let value = scalar.properties.numericValue, value > 0, value < 1 else { return nil }
        return String(String(value).dropFirst())
    }

    private static func lengthPrefixed(_ digits: String) -> String {
        guard !digits.isEmpty, let length = Unicode.Scalar(0x30 + min(digits.utf8.count, 60)) else { return digits }
        return String(length) + digits
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0x41...0x5A).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value) + 0x20)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return properties.generalCategory == .control || properties.isDefaultIgnorableCodePoint
            || properties.isNoncharacterCodePoint
    }
}
