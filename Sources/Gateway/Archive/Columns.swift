import GRDB

/// The columns to filter and order by, computed from an object's fields.
enum Columns {
    /// Returns the column names in the order of `values(of:)`, without the id.
    static func names(_ kind: Kind) -> [String] {
        switch kind {
        case .characters: ["name", "folded", "modified"]
        case .comics:
            [
                "name", "folded", "modified", "natural", "bare", "format", "collection", "variant", "onsale", "foc",
                "issueNumber",
                "digitalId", "diamondCode", "upc", "isbn", "ean", "issn", "startYear",
            ]
        case .creators: ["name", "folded", "modified", "first", "middle", "last", "suffix"]
        case .events: ["name", "folded", "modified", "start"]
        case .series: ["name", "folded", "modified", "bare", "startYear", "type", "formats"]
        case .stories: ["name", "folded", "modified", "type"]
        }
    }

    static func values(of entry: ArchiveEntry) -> [DatabaseValue] {
        let folded = entry.kind == .characters ? Folding.name(entry.name) : Folding.fold(entry.name)
        let modified = Timestamp.seconds(entry.fields["modified"]?.text ?? "") ?? 0
        return [entry.name.databaseValue, folded.databaseValue, modified.databaseValue]
            + kindSpecificValues(entry, folded: folded)
    }

    private static func kindSpecificValues(_ entry: ArchiveEntry, folded: String) -> [DatabaseValue] {
        let fields = entry.fields
        switch entry.kind {
        case .characters: return []
        case .comics: return comic(fields, folded: folded)
        case .creators:
            return ["firstName", "middleName", "lastName", "suffix"]
                .map { Folding.fold(fields[$0]?.text ?? "").databaseValue }
        case .events: return [day(fields["start"]?.text)]
        case .series:
            let type = Folding.fold(fields["type"]?.text ?? "")
            return [
                withoutYears(folded).databaseValue, integer(fields["startYear"]).databaseValue, type.databaseValue,
                0.databaseValue,
            ]
        case .stories: return [(fields["type"]?.text ?? "").databaseValue]
        }
    }

    private static func comic(_ fields: [String: JSON], folded: String) -> [DatabaseValue] {
        let format = Folding.fold(fields["format"]?.text ?? "")
        let seriesName = Folding.fold(fields["series"]?["name"]?.text ?? "")
        let hasVariant = !(fields["variantDescription"]?.text ?? "").isEmpty
        let codes = ["diamondCode", "upc", "isbn", "ean", "issn"].map { (fields[$0]?.textOrNumber ?? "").databaseValue }
        let year = startYear(seriesName)
        return [
            Folding.naturalSortKey(folded).databaseValue,
            withoutYears(seriesName.isEmpty ? folded : seriesName).databaseValue,
            format.databaseValue, ComicFormat.collections.contains(format).databaseValue, hasVariant.databaseValue,
            date("onsaleDate", of: fields), date("focDate", of: fields),
            (fields["issueNumber"]?.textOrNumber.flatMap(Double.init) ?? 0).databaseValue,
            integer(fields["digitalId"]).databaseValue,
        ] + codes + [year == 0 ? .null : year.databaseValue]
    }

    private static func date(_ type: String, of fields: [String: JSON]) -> DatabaseValue {
        day(fields["dates"]?.elements.first { $0["type"]?.text == type }?["date"]?.text)
    }

    private static func day(_ text: String?) -> DatabaseValue {
        text.flatMap(Timestamp.day)?.databaseValue ?? .null
    }

    /// Returns an integer, which may have been recorded as text; 0 if there is none.
    private static func integer(_ json: JSON?) -> Int { json?.textOrNumber.flatMap { Int($0) } ?? 0 }

    /// Returns a title without the years after it in parentheses.
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
