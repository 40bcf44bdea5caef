/// The columns to filter and order by, taken from an object's own fields.
enum Columns {
    /// Column names in the order of `values(of:)`, after the id.
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

    /// The columns that lists filter or order by.
    static func coded(_ kind: Kind) -> [String] {
        switch kind {
        case .stories: ["modified"]
        case .comics: ["titleRank"] + names(kind).filter { $0 != "name" && $0 != "natural" }
        case .characters, .creators, .events, .series: names(kind).filter { $0 != "name" }
        }
    }

    static func values(of entry: Entry) -> [ColumnValue] {
        let folded = entry.kind == .characters ? Folding.name(entry.name) : Folding.fold(entry.name)
        let modified = Timestamp.seconds(entry.fields["modified"]?.text ?? "") ?? 0
        return [.text(entry.name), .text(folded), .integer(modified)] + special(entry, folded: folded)
    }

    private static func special(_ entry: Entry, folded: String) -> [ColumnValue] {
        let fields = entry.fields
        switch entry.kind {
        case .characters: return []
        case .comics: return comic(fields, folded: folded)
        case .creators:
            return ["firstName", "middleName", "lastName", "suffix"].map { .text(Folding.fold(fields[$0]?.text ?? "")) }
        case .events: return [day(fields["start"]?.text)]
        case .series:
            let type = Folding.fold(fields["type"]?.text ?? "")
            return [.text(bare(folded)), .integer(whole(fields["startYear"])), .text(type), .integer(0)]
        case .stories: return [.text(fields["type"]?.text ?? "")]
        }
    }

    private static func comic(_ fields: [String: JSON], folded: String) -> [ColumnValue] {
        let format = Folding.fold(fields["format"]?.text ?? "")
        let seriesName = Folding.fold(fields["series"]?["name"]?.text ?? "")
        let hasVariant = !(fields["variantDescription"]?.text ?? "").isEmpty
        let codes = ["diamondCode", "upc", "isbn", "ean", "issn"].map { ColumnValue.text(fields[$0]?.code ?? "") }
        return [
            .text(Folding.natural(folded)), .text(seriesName.isEmpty ? bare(folded) : bare(seriesName)),
            .text(format), .integer(ComicFormat.collections.contains(format) ? 1 : 0), .integer(hasVariant ? 1 : 0),
            date("onsaleDate", of: fields), date("focDate", of: fields),
            .real(fields["issueNumber"]?.code.flatMap(Double.init) ?? 0), .integer(whole(fields["digitalId"])),
        ] + codes + [known(startYear(seriesName))]
    }

    /// 0 means that the number is unknown.
    private static func known(_ number: Int) -> ColumnValue { number == 0 ? .null : .integer(number) }

    private static func date(_ type: String, of fields: [String: JSON]) -> ColumnValue {
        day(fields["dates"]?.elements.first { $0["type"]?.text == type }?["date"]?.text)
    }

    private static func day(_ text: String?) -> ColumnValue {
        text.flatMap(Timestamp.day).map(ColumnValue.integer) ?? .null
    }

    /// A whole number, which may have been recorded as text; 0 for none.
    private static func whole(_ json: JSON?) -> Int { json?.code.flatMap { Int($0) } ?? 0 }

    /// A title without the years that follow it in parentheses.
    static func bare(_ title: String) -> String {
        guard let parenthesis = title.lastIndex(of: "(") else { return title }
        let bare = title[..<parenthesis]
        return bare.last == " " ? String(bare.dropLast()) : String(bare)
    }

    /// The year after the last opening parenthesis, as in "x-men (1991 - 2001)"; 0 if there is none.
    static func startYear(_ title: String) -> Int {
        guard let parenthesis = title.lastIndex(of: "(") else { return 0 }
        return Digits.clamped(title[title.index(after: parenthesis)...].prefix(4)) ?? 0
    }
}
