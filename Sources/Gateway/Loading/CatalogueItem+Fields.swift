/// The fields of each kind.
extension CatalogueItem {
    private static let codes = ["upc", "isbn", "diamondCode"]

    /// Returns the names of the fields allowed in a record of the kind.
    static func names(_ kind: Kind) -> [String] {
        let work = ["id", "title", "description", "characters", "creators"]
        return switch kind {
        case .characters:
            [
                "id", "name", "description", "emblem", "modified", "thumbnail", "wiki", "realName", "aliases", "teams",
                "firstAppearance",
            ]
        case .comics:
            work + codes + ["issueNumber", "series", "onsale", "pageCount", "format", "price", "events", "emblem"]
        case .creators: ["id", "firstName", "middleName", "lastName", "suffix"]
        case .events: work + ["start", "end", "series", "comics", "next", "previous", "emblem"]
        case .series: work + ["startYear", "endYear", "rating", "type", "emblem", "next", "previous"]
        case .stories: work + ["type", "comic"]
        }
    }

    mutating func readCharacter() throws(CatalogueError) {
        fields["modified"] = try record.modified().map(JSON.string)
        fields["urls"] = .characterLinks(id, name: name, wiki: try record.optionalText("wiki"))
        fields["facts"] = try record.facts().json()
    }

    mutating func readComic() throws(CatalogueError) {
        let format = try record.optionalText("format") ?? "Comic"
        guard ComicFormat.all.contains(format.lowercased()) else { throw record.error("\"format\" is unknown") }
        fields["format"] = .string(format)
        fields["issueNumber"] = .decimal(try record.number("issueNumber"))
        fields["pageCount"] = .integer(try record.optionalInt("pageCount") ?? 0)
        fields["images"] = .array([.picture(.comics, id, record.pictures)])
        for name in Self.codes { fields[name] = try record.optionalText(name).map(JSON.string) }
        let price = JSON.decimal(try record.optionalNumber("price") ?? 0)
        fields["prices"] = .array([
            .object([JSON.Member("type", .string("printPrice")), JSON.Member("price", price)])
        ])
        // Clients use the first date without a test, so an unknown one is the live service's value for it.
        let date = try record.date("onsale").map { "\($0)T00:00:00\(Self.newYorkOffset($0))" }
        fields["dates"] = .array([
            .object([
                JSON.Member("type", .string("onsaleDate")),
                JSON.Member("date", .string(date ?? "-0001-11-30T00:00:00-0500")),
            ])
        ])
        let series = try record.int("series")
        references["series"] = (.series, series)
        related[.series] = [series]
        related[.events] = try record.ids("events")
    }

    /// Returns New York's UTC offset, which the live service used in dates; daylight saving time by the month.
    private static func newYorkOffset(_ date: String) -> String {
        (4...10).contains(Int(date.dropFirst(5).prefix(2)) ?? 0) ? "-0400" : "-0500"
    }

    mutating func readEvent() throws(CatalogueError) {
        for name in ["start", "end"] {
            fields[name] = try record.date(name).map { .string("\($0) 00:00:00") } ?? .null
        }
        related[.series] = try record.ids("series")
        related[.comics] = try record.ids("comics")
        try readNeighbours()
    }

    mutating func readSeries() throws(CatalogueError) {
        let (start, end) = (try record.int("startYear"), try record.int("endYear"))
        guard start <= end else { throw record.error("\"endYear\" is before \"startYear\"") }
        fields["startYear"] = .integer(start)
        fields["endYear"] = .integer(end)
        for name in ["rating", "type"] { fields[name] = .string(try record.optionalText(name) ?? "") }
        try readNeighbours()
    }

    private mutating func readNeighbours() throws(CatalogueError) {
        for name in ["next", "previous"] { references[name] = (kind, try record.optionalInt(name)) }
    }

    mutating func readStory() throws(CatalogueError) {
        let type = try record.text("type")
        guard type == "cover" || type == "story" else { throw record.error("\"type\" must be cover or story") }
        fields["type"] = .string(type)
        let comic = try record.int("comic")
        references["originalIssue"] = (.comics, comic)
        related[.comics] = [comic]
    }
}
