import Basics
import Heroes

/// A publisher, character, issue, volume or story arc, with the fields that its kind has and that its call asks for.
struct ComicVineObject: Decodable, Sendable {
    let reference: ComicVineReference
    let realName: String?
    let aliases: [String]
    /// The one-paragraph description: plain text.
    let deck: String?
    /// The beginning of the long description: HTML.
    let description: String?
    /// The path of the picture behind its size, such as `1/15776/9988407-kyle_rayner.jpg`; nil for the placeholder.
    let image: String?
    /// The path of the page on Comic Vine, such as `kyle-rayner/4005-40431`.
    let page: String?
    let publisherID: Int?
    let appearances: Int?
    /// The first issue with a character or of a story arc.
    let firstIssue: ComicVineReference?
    let startYear: Int?
    let coverDate: PartialDate?
    let storeDate: PartialDate?
    let volume: ComicVineReference?
    /// A publisher's characters in the order of their ids, or those of an issue, a volume, a team or a person.
    let characters: [ComicVineReference]
    let friends: [ComicVineReference]
    let enemies: [ComicVineReference]
    let teams: [ComicVineReference]
    let arcs: [ComicVineReference]
    /// The people of an issue, with their roles.
    let people: [ComicVineReference]
    /// A character's issues, newest first, or those of a volume or a story arc.
    let issues: [ComicVineReference]

    var id: Int { reference.id }
    /// The name as one line; empty if nothing of it is visible.
    var name: String { reference.title ?? "" }
    /// False if the publisher is not named.
    var isOfAnotherPublisher: Bool { (publisherID ?? ComicVineIndex.marvel) != ComicVineIndex.marvel }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ComicVineField.self)
        reference = try ComicVineReference(from: decoder)
        let realName = fields.title(.realName)
        self.realName = realName == "None" ? nil : realName
        aliases = (fields.tolerantText(.aliases) ?? "").split(whereSeparator: \.isNewline).lazy
            .map { String($0).asTitle }.filter { !$0.isEmpty }.prefix(ResponseLimit.references).map(\.self)
        deck = fields.tolerantText(.deck)?.asDescription?.trimmed.cut(toBytes: ResponseLimit.description)
        description = fields.tolerantText(.description)?.asDescription?.cutAfterParagraph(within: 16 << 10)
        image = fields.imagePath
        page = fields.tolerantText(.page).flatMap { ComicVineFields.sitePath($0, below: "/") }
        publisherID = fields.reference(.publisher)?.id
        appearances = fields.tolerantInt(.appearances).map { max($0, 0) }
        firstIssue = fields.reference(.firstIssue)
        startYear = fields.tolerantInt(.startYear)
        coverDate = fields.tolerantText(.coverDate).flatMap { PartialDate($0) }
        storeDate = fields.tolerantText(.storeDate).flatMap { PartialDate($0) }
        volume = fields.reference(.volume)
        characters = [.characters, .characterCredits, .createdCharacters].flatMap(fields.references)
        friends = fields.references(.friends)
        enemies = fields.references(.enemies)
        teams = fields.references(.teams)
        arcs = fields.references(.arcs)
        people = fields.references(.people)
        issues = fields.references(.issueCredits) + fields.references(.issues)
    }
}

/// An object that another one names.
struct ComicVineReference: Decodable, Hashable, Sendable {
    let id: Int
    /// The trimmed text; that of an issue can be several titles with semicolons between them.
    let name: String?
    /// The number of an issue: any text, such as "23.4".
    let number: String?
    /// The roles of a person in an issue, such as "penciler, inker".
    let role: String?

    /// Throws if there is no positive id.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ComicVineField.self)
        guard let id = fields.tolerantInt(.id), id > 0 else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: fields, debugDescription: "no positive id")
        }
        self.id = id
        name = fields.tolerantText(.name)?.trimmed.cut(toBytes: ResponseLimit.url).nonEmpty
        number = fields.title(.issueNumber)
        role = fields.title(.role)
    }

    /// The name as one line; nil if nothing of it is visible.
    var title: String? { name?.asTitle.nonEmpty }
}

/// The envelope of every response; the results of an error are an empty list.
struct ComicVineEnvelope: Decodable {
    let code: Int?
    /// "OK", or the reason of an error.
    let error: String?
    /// The number of all results of a list, not only of its page.
    let total: Int?
    /// Nil if the results are absent, or of another shape.
    let list: [Lossy<ComicVineObject>]?
    let object: ComicVineObject?

    private enum Key: String, CodingKey {
        case error, results
        case code = "status_code"
        case total = "number_of_total_results"
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        code = fields.tolerantInt(.code)
        error = fields.tolerantText(.error)
        total = fields.tolerantInt(.total)
        list = fields.tolerant([Lossy<ComicVineObject>].self, .results)
        object = list == nil ? fields.tolerant(ComicVineObject.self, .results) : nil
    }
}

private enum ComicVineField: String, CodingKey {
    case id, name, aliases, deck, description, image, publisher, volume, characters, issues, teams, role
    case realName = "real_name"
    case appearances = "count_of_issue_appearances"
    case issueCredits = "issue_credits"
    case characterCredits = "character_credits"
    case createdCharacters = "created_characters"
    case people = "person_credits"
    case arcs = "story_arc_credits"
    case friends = "character_friends"
    case enemies = "character_enemies"
    case firstIssue = "first_appeared_in_issue"
    case issueNumber = "issue_number"
    case coverDate = "cover_date"
    case storeDate = "store_date"
    case startYear = "start_year"
    case page = "site_detail_url"
    case originalURL = "original_url"
}

private typealias ComicVineFields = KeyedDecodingContainer<ComicVineField>

extension ComicVineFields {
    /// Returns the text as one line; nil if nothing of it is visible.
    fileprivate func title(_ field: Key) -> String? {
        tolerantText(field)?.asTitle.nonEmpty
    }

    fileprivate func reference(_ field: Key) -> ComicVineReference? { tolerant(ComicVineReference.self, field) }

    /// Returns the references of a list in its order, each once; empty if the list is absent.
    fileprivate func references(_ field: Key) -> [ComicVineReference] {
        (tolerant([Lossy<ComicVineReference>].self, field) ?? []).compactMap(\.value).unique(by: \.id)
    }

    fileprivate var imagePath: String? {
        // An absent picture is null.
        let image = try? nestedContainer(keyedBy: ComicVineField.self, forKey: .image)
        guard let url = image?.tolerantText(.originalURL),
            let path = Self.sitePath(url, below: "/a/uploads/original/"),
            // No other byte can end a URL in a style, or is the placeholder of a size.
            path.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "/.-_~%!$&+,;=".utf8.contains($0) })
        else { return nil }
        return path.contains(#/(^|\/)[0-9]+-blank\.png$/#) ? nil : path
    }

    /// Returns the path below a folder of a URL of Comic Vine's site, without a trailing slash; nil for another URL.
    fileprivate static func sitePath(_ text: String, below folder: String) -> String? {
        guard text.utf8.count <= ResponseLimit.url,
            let url = WebURL(PercentEncoding.encode(text.trimmed, unless: WebURL.isHarmless)),
            url.authority == WebURL(ComicVineConfiguration.site)?.authority, url.path.hasPrefix(folder)
        else { return nil }
        var path = url.path.dropFirst(folder.count)
        while path.last == "/" { path.removeLast() }
        return path.isEmpty || path.first == "/" || path.utf8.count > ResponseLimit.url ? nil : String(path)
    }
}

extension Sequence {
    /// Returns the first element of each key.
    func unique(by key: (Element) -> Int) -> [Element] {
        var seen: Set<Int> = []
        return filter { seen.insert(key($0)).inserted }
    }
}

extension String {
    var nonEmpty: String? { isEmpty ? nil : self }

    /// The plain text as a paragraph of HTML; nil if it is blank. References in it were escaped once too often.
    var asParagraph: String? {
        let lines = split(whereSeparator: \.isNewline).map { String($0).withoutReferences.trimmed }
            .filter { !$0.isEmpty }
        return lines.isEmpty ? nil : "<p>" + lines.map(\.asHTML).joined(separator: "<br>") + "</p>"
    }

    /// Returns the beginning of HTML within a number of bytes, up to the end of a paragraph if it has one.
    func cutAfterParagraph(within limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let text = cut(toBytes: limit)
        return text.ranges(of: "</p>").last.map { String(text[..<$0.upperBound]) } ?? text
    }
}
