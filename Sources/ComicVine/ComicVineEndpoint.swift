import Basics
import FoundationEssentials
import Heroes

/// A call of Comic Vine's API: the path below the base URL, and the query without key and format.
struct ComicVineEndpoint: Sendable {
    /// The first path segment: Comic Vine counts calls by it.
    let resource: String
    /// With a leading and a trailing slash; without the trailing one the API redirects.
    let path: String
    /// The parameters, not percent-encoded.
    let query: [(name: String, value: String)]
    /// The id of an object, or those that a list is filtered by; empty without such a filter.
    let ids: [Int]
    /// The number of objects before those of a page.
    var offset = 0
    /// Seconds for the complete response.
    var timeout = 10.0
    /// The limit of the response in bytes, after decompression.
    var byteLimit = 8 << 20

    /// True for a list of objects, false for the details of one.
    var isList: Bool { path == "/\(resource)/" }

    /// The names of the objects that a failure may be due to: one is the same in a list and alone.
    var objects: Set<String> {
        let kind = isList ? String(resource.dropLast()) : resource
        return ids.isEmpty ? ["\(path) \(query.first?.value ?? "")"] : Set(ids.map { "\(kind) \($0)" })
    }

    /// The resource of answers that pages do without.
    static let optional = "search"

    /// The length of a page of results; that of a search is not known.
    var pageLength: Int { resource == Self.optional ? 1 : ResponseLimit.results }

    /// True if an empty list is plausible: many objects do not vanish at once.
    var mayBeEmpty: Bool { ids.isEmpty || resource == "characters" && ids.count < 10 }

    /// The publisher of all heroes, with the ids and names of its characters and teams in up to 10 MB.
    static let membership: Self = {
        var endpoint = object("publisher", 4010, ComicVineIndex.marvel, fields: "id,name,characters,teams")
        (endpoint.timeout, endpoint.byteLimit) = (120, 64 << 20)
        return endpoint
    }()

    static func heroes(ids: [Int]) -> Self { list("characters", ids: ids, fields: heroFields) }

    /// Characters of all publishers with the text in their name; a comma would end the text (`NameSearch`).
    static func heroes(named text: String, offset: Int) -> Self {
        list("characters", [("filter", "name:\(text)")], offset: offset, fields: heroFields)
    }

    /// The best series of all publishers for a text, with any of its words; the total is not reliable.
    static func search(_ text: String) -> Self {
        var endpoint = list(
            optional, [("query", text), ("resources", "volume")],
            fields: "id,name,deck,image,publisher,start_year,site_detail_url")
        endpoint.timeout = 5
        return endpoint
    }

    /// Characters of all publishers that have changed in a period.
    static func heroesChanged(from start: Date, to end: Date, offset: Int) -> Self {
        list(
            "characters",
            [("filter", "date_last_updated:\(time(start))|\(time(end))"), ("sort", "date_last_updated:asc")],
            offset: offset, fields: heroFields)
    }

    static func character(_ id: Int) -> Self {
        object(
            "character", 4005, id,
            fields: detailFields + ",real_name,aliases,count_of_issue_appearances,first_appeared_in_issue"
                + ",issue_credits,teams,character_friends,character_enemies")
    }

    /// Up to 100 issues, in the API's order and without credits.
    static func issues(ids: [Int]) -> Self { list("issues", ids: ids, fields: issueFields) }

    static func volumes(ids: [Int]) -> Self {
        list("volumes", ids: ids, fields: "id,name,start_year,deck,description,image,site_detail_url")
    }

    /// A page of all story arcs of all publishers, in the order of their ids.
    static func storyArcs(offset: Int) -> Self {
        list(
            "story_arcs", [("sort", "id:asc")], offset: offset,
            fields: "id,name,deck,image,publisher,first_appeared_in_issue,site_detail_url")
    }

    /// The details of a topic, a team or a person; nil for a story, which has none.
    static func topic(_ id: TopicID) -> Self? {
        switch id.kind {
        case .comics:
            object("issue", 4000, id.number, fields: issueFields + ",character_credits,person_credits")
        case .series: object("volume", 4050, id.number, fields: detailFields + ",start_year,characters,issues")
        case .events: object("story_arc", 4045, id.number, fields: detailFields + ",first_appeared_in_issue,issues")
        case .teams: object("team", 4060, id.number, fields: detailFields + ",characters,story_arc_credits")
        case .people: object("person", 4040, id.number, fields: detailFields + ",created_characters,story_arc_credits")
        case .stories: nil
        }
    }

    func url(below base: String, _ key: ComicVineKey) -> String {
        let pairs = [(name: "api_key", value: key.text), (name: "format", value: "json")] + query
        let encoded = pairs.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
        return "\(base)\(path)?\(encoded.joined(separator: "&"))"
    }
}

extension ComicVineEndpoint {
    private static let heroFields =
        "id,name,real_name,deck,image,publisher,count_of_issue_appearances,site_detail_url,date_last_updated"
    private static let detailFields = "id,name,deck,description,image,publisher,site_detail_url"
    private static let issueFields =
        "id,name,issue_number,cover_date,store_date,deck,description,image,volume,site_detail_url"

    private static func list(
        _ resource: String, _ query: [(name: String, value: String)] = [], ids: [Int] = [], offset: Int = 0,
        fields: String
    ) -> Self {
        let query = ids.isEmpty ? query : [("filter", "id:\(ids.map(String.init).joined(separator: "|"))")]
        let page = [(name: "limit", value: "100"), ("offset", "\(offset)"), ("field_list", fields)]
        return Self(resource: resource, path: "/\(resource)/", query: query + page, ids: ids, offset: offset)
    }

    private static func object(_ resource: String, _ type: Int, _ id: Int, fields: String) -> Self {
        ComicVineEndpoint(
            resource: resource, path: "/\(resource)/\(type)-\(id)/",
            query: [(name: "field_list", value: fields)], ids: [id])
    }

    /// Returns the date as `YYYY-MM-DD HH:MM:SS` in UTC.
    private static func time(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
    }
}
