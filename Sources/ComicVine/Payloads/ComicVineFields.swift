import Basics
import Heroes

/// The names of the fields of all objects.
enum ComicVineField: String, CodingKey {
    case id, name, aliases, deck, description, image, publisher, volume, characters, issues
    case realName = "real_name"
    case appearances = "count_of_issue_appearances"
    case issueCount = "count_of_issues"
    case issueCredits = "issue_credits"
    case characterCredits = "character_credits"
    case arcCredits = "story_arc_credits"
    case firstIssue = "first_appeared_in_issue"
    case issueNumber = "issue_number"
    case coverDate = "cover_date"
    case storeDate = "store_date"
    case startYear = "start_year"
    case page = "site_detail_url"
}

typealias ComicVineFields = KeyedDecodingContainer<ComicVineField>

extension ComicVineFields {
    /// Returns the id; throws if there is no positive one.
    func requiredID() throws -> Int {
        guard let id = tolerantInt(.id), id > 0 else {
            throw DecodingError.dataCorruptedError(forKey: .id, in: self, debugDescription: "no positive id")
        }
        return id
    }

    /// Returns the text as one line; nil if nothing of it is visible.
    func title(_ field: Key) -> String? {
        guard let title = tolerantText(field)?.asTitle, !title.isEmpty else { return nil }
        return title
    }

    /// The one-paragraph description: plain text.
    var deck: String? {
        tolerantText(.deck)?.asDescription?.trimmed.cut(toBytes: ResponseLimit.description)
    }

    /// The beginning of the long description: HTML.
    var htmlDescription: String? { tolerantText(.description)?.asDescription?.cutAfterBlock(within: 16 << 10) }

    var publisherID: Int? { reference(.publisher)?.id }

    func reference(_ field: Key) -> ComicVineReference? { tolerant(ComicVineReference.self, field) }

    /// Returns the references of a list in its order; empty if the list is absent.
    func references(_ field: Key) -> [ComicVineReference] {
        (tolerant([Lossy<ComicVineReference>].self, field) ?? []).compactMap(\.value)
    }

    func date(_ field: Key) -> PartialDate? { tolerantText(field).flatMap { PartialDate($0) } }

    /// The path of the picture behind its size, such as `1/15776/9988407-kyle_rayner.jpg`; nil for the placeholder.
    var imagePath: String? {
        guard let url = tolerant(ComicVineImage.self, .image)?.url,
            let path = Self.sitePath(url, below: "/a/uploads/original/"), path.utf8.allSatisfy(Self.isPathByte)
        else { return nil }
        let file = path.split(separator: "/").last ?? ""
        let number = file.prefix { $0.isNumber }
        return number.isEmpty || file.dropFirst(number.count) != "-blank.png" ? path : nil
    }

    /// The path of the object's page on Comic Vine, such as `kyle-rayner/4005-40431`.
    var pagePath: String? { tolerantText(.page).flatMap { Self.sitePath($0, below: "/") } }

    /// Returns the path below a folder of a URL of Comic Vine's site, without a trailing slash; nil for another URL.
    private static func sitePath(_ text: String, below folder: String) -> String? {
        guard text.utf8.count <= ResponseLimit.url,
            let url = WebURL(PercentEncoding.encode(text.trimmed, unless: WebURL.isHarmless)),
            url.authority == WebURL(ComicVineConfiguration.site)?.authority, url.path.hasPrefix(folder)
        else { return nil }
        var path = url.path.dropFirst(folder.count)
        while path.last == "/" { path.removeLast() }
        return path.isEmpty || path.first == "/" || path.utf8.count > ResponseLimit.url ? nil : String(path)
    }

    /// Returns true for a byte that cannot end a URL in a style, and is not the placeholder of a size.
    private static func isPathByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "/.-_~%!$&+,;=".utf8.contains(byte)
    }
}

private struct ComicVineImage: Decodable {
    let url: String

    private enum CodingKeys: String, CodingKey {
        case url = "original_url"
    }
}
