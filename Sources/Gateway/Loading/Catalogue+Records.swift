extension Catalogue.Character {
    init(_ record: Record) throws(CatalogueError) {
        try record.allow(["id", "name", "description", "emblem", "modified", "thumbnail", "wiki"])
        self.record = record
        id = try record.id()
        name = try record.text("name")
        description = try record.optionalText("description") ?? ""
        let hasPicture = try record.flag("thumbnail", absent: true)
        let drawn = try record.emblem()
        guard drawn != nil || !hasPicture else { throw record.error("\"emblem\" is missing") }
        emblem = hasPicture ? drawn : nil
        modified = try record.modified()
        wiki = try record.optionalText("wiki")
    }
}

extension Catalogue.Series {
    init(_ record: Record) throws(CatalogueError) {
        try record.allow([
            "id", "title", "startYear", "endYear", "rating", "type", "description", "characters", "creators", "emblem",
            "next", "previous",
        ])
        self.record = record
        id = try record.id()
        title = try record.text("title")
        startYear = try record.int("startYear")
        endYear = try record.int("endYear")
        rating = try record.optionalText("rating") ?? ""
        type = try record.optionalText("type") ?? ""
        description = try record.optionalText("description") ?? ""
        characters = try record.ids("characters")
        creators = try record.credits()
        emblem = try record.emblem()
        next = try record.optionalInt("next")
        previous = try record.optionalInt("previous")
        guard startYear <= endYear else { throw record.error("\"endYear\" is before \"startYear\"") }
    }
}

extension Catalogue.Event {
    init(_ record: Record) throws(CatalogueError) {
        try record.allow([
            "id", "title", "description", "start", "end", "characters", "creators", "series", "comics", "next",
            "previous", "emblem",
        ])
        self.record = record
        id = try record.id()
        title = try record.text("title")
        description = try record.optionalText("description") ?? ""
        start = try record.date("start")
        end = try record.date("end")
        characters = try record.ids("characters")
        creators = try record.credits()
        series = try record.ids("series")
        comics = try record.ids("comics")
        emblem = try record.emblem()
        next = try record.optionalInt("next")
        previous = try record.optionalInt("previous")
    }
}

extension Catalogue.Comic {
    private static let codeNames = ["upc", "isbn", "diamondCode"]

    init(_ record: Record) throws(CatalogueError) {
        try record.allow(
            Self.codeNames + [
                "id", "title", "issueNumber", "series", "onsale", "pageCount", "format", "price", "description",
                "characters", "creators", "events", "emblem",
            ])
        self.record = record
        id = try record.id()
        title = try record.text("title")
        issueNumber = try record.number("issueNumber")
        series = try record.int("series")
        onSale = try record.date("onsale")
        pageCount = try record.optionalInt("pageCount") ?? 0
        format = try record.optionalText("format") ?? "Comic"
        price = try record.optionalNumber("price") ?? 0
        description = try record.optionalText("description") ?? ""
        characters = try record.ids("characters")
        creators = try record.credits()
        events = try record.ids("events")
        emblem = try record.emblem()
        var codes: [String: String] = [:]
        for name in Self.codeNames { codes[name] = try record.optionalText(name) }
        self.codes = codes
        guard ComicFormat.all.contains(format.lowercased()) else { throw record.error("\"format\" is none we know") }
    }
}

extension Catalogue.Story {
    init(_ record: Record) throws(CatalogueError) {
        try record.allow(["id", "title", "description", "type", "comic", "characters", "creators"])
        self.record = record
        id = try record.id()
        title = try record.text("title")
        description = try record.optionalText("description") ?? ""
        type = try record.text("type")
        comic = try record.int("comic")
        characters = try record.ids("characters")
        creators = try record.credits()
        guard type == "cover" || type == "story" else { throw record.error("\"type\" must be cover or story") }
    }
}

extension Catalogue.Creator {
    init(_ record: Record) throws(CatalogueError) {
        try record.allow(["id", "firstName", "middleName", "lastName", "suffix"])
        self.record = record
        id = try record.id()
        firstName = try record.text("firstName")
        middleName = try record.optionalText("middleName") ?? ""
        lastName = try record.text("lastName")
        suffix = try record.optionalText("suffix") ?? ""
    }
}
