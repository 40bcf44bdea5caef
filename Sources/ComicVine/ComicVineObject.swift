import Basics
import Heroes

/// A publisher, character, issue, volume or story arc, with the fields that its kind has and that its call asks for.
struct ComicVineObject: Decodable {
    let reference: ComicVineReference
    private let fields: ResponseFields

    init(from decoder: any Decoder) throws {
        reference = try ComicVineReference(from: decoder)
        fields = try ResponseFields(decoder)
    }

    var id: Int { reference.id }
    /// The name as one line; empty if nothing of it is visible.
    var name: String { reference.title ?? "" }
    var realName: String? { fields.title("real_name").flatMap { $0 == "None" ? nil : $0 } }
    var aliases: [String] {
        (fields.text("aliases") ?? "").split(whereSeparator: \.isNewline).lazy
            .compactMap { String($0).asTitle.nonEmpty }.prefix(ResponseLimit.references).map(\.self)
    }
    /// The one-paragraph description: plain text.
    var deck: String? { fields.text("deck")?.asDescription?.trimmed.cut(toBytes: ResponseLimit.description) }
    /// The beginning of the long description: HTML.
    var description: String? { fields.text("description")?.asDescription?.cutAfterParagraph(within: 16 << 10) }
    /// The path of the picture behind its size, such as `1/15776/9988407-kyle_rayner.jpg`; nil for the placeholder.
    var image: String? { fields.object("image")?.text("original_url")?.imagePath }
    /// The path of the page on Comic Vine, such as `kyle-rayner/4005-40431`.
    var page: String? { fields.text("site_detail_url")?.sitePath(below: "/") }

    var publisherID: Int? { fields.reference("publisher")?.id }
    /// False if the publisher is not named.
    var isOfAnotherPublisher: Bool { (publisherID ?? ComicVineIndex.marvel) != ComicVineIndex.marvel }

    /// The number of a character's comics; nil if none is named, or one that cannot be right.
    var appearances: Int? {
        let count = fields.int("count_of_issue_appearances").flatMap { (0...1_000_000).contains($0) ? $0 : nil }
        return [count, issues.count].compactMap(\.self).max().flatMap { $0 == 0 ? count : $0 }
    }
    /// The first issue with a character or of a story arc.
    var firstIssue: ComicVineReference? { fields.reference("first_appeared_in_issue") }
    var startYear: Int? { date("start_year")?.year }
    var coverDate: PartialDate? { date("cover_date") }
    var storeDate: PartialDate? { date("store_date") }
    var volume: ComicVineReference? { fields.reference("volume") }

    /// Returns a date, unless no comic can be of its year.
    private func date(_ name: FieldName) -> PartialDate? {
        fields.text(name).flatMap { PartialDate($0.trimmed) }.flatMap { (1800...2100).contains($0.year) ? $0 : nil }
    }

    /// A publisher's characters in the order of their ids, or those of an issue, a volume, a team or a person.
    var characters: [ComicVineReference] {
        ["characters", "character_credits", "created_characters"].flatMap(fields.references)
    }
    var friends: [ComicVineReference] { fields.references("character_friends") }
    var enemies: [ComicVineReference] { fields.references("character_enemies") }
    var teams: [ComicVineReference] { fields.references("teams") }
    var arcs: [ComicVineReference] { fields.references("story_arc_credits") }
    /// The people of an issue, with their roles.
    var people: [ComicVineReference] { fields.references("person_credits") }
    /// A character's issues, newest first, or those of a volume or a story arc.
    var issues: [ComicVineReference] { ["issue_credits", "issues"].flatMap(fields.references) }
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
        let fields = try ResponseFields(decoder)
        guard let id = fields.int("id"), id > 0 else {
            throw DecodingError.dataCorruptedError(forKey: "id", in: fields, debugDescription: "no positive id")
        }
        self.id = id
        name = fields.text("name")?.trimmed.cut(toBytes: ResponseLimit.url).nonEmpty
        number = fields.title("issue_number")
        role = fields.title("role")
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

    init(from decoder: any Decoder) throws {
        let fields = try ResponseFields(decoder)
        code = fields.int("status_code")
        error = fields.text("error")
        total = fields.int("number_of_total_results")
        list = fields.tolerant([Lossy<ComicVineObject>].self, "results")
        object = list == nil ? fields.tolerant(ComicVineObject.self, "results") : nil
    }
}

extension ResponseFields {
    fileprivate func reference(_ name: FieldName) -> ComicVineReference? { tolerant(ComicVineReference.self, name) }

    /// Returns the references of a list in its order, each once; none if the list is absent.
    fileprivate func references(_ name: FieldName) -> [ComicVineReference] { list(name).unique(by: \.id) }
}

extension String {
    /// The path of a picture's URL behind its size; nil for the placeholder and for another URL.
    fileprivate var imagePath: String? {
        guard let path = sitePath(below: "/a/uploads/original/"),
            // No other byte can end a URL in a style, or is the placeholder of a size.
            path.utf8.allSatisfy({ $0.isLetter || $0.isDigit || "/.-_~%!$&+,;=".utf8.contains($0) })
        else { return nil }
        return path.contains(#/(^|\/)[0-9]+-blank\.png$/#) ? nil : path
    }

    /// Returns the path below a folder of a URL of Comic Vine's site, without a trailing slash; nil for another URL.
    fileprivate func sitePath(below folder: String) -> String? {
        guard utf8.count <= ResponseLimit.url,
            let url = WebURL(PercentEncoding.encode(trimmed, unless: WebURL.isHarmless)),
            url.authority == WebURL(ComicVineConfiguration.site)?.authority, url.path.hasPrefix(folder)
        else { return nil }
        var path = url.path.dropFirst(folder.count)
        while path.last == "/" { path.removeLast() }
        return path.isEmpty || path.first == "/" || path.utf8.count > ResponseLimit.url ? nil : String(path)
    }
}

extension String {
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
