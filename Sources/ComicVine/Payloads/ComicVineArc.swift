import Heroes

/// A story arc: an event over several issues, which only details have.
struct ComicVineArc: Decodable, Sendable {
    let id: Int
    /// Often with the name of a series in quotes first; empty if nothing of it is visible.
    let name: String
    let deck: String?
    let description: String?
    let image: String?
    let publisherID: Int?
    let firstIssue: ComicVineReference?
    let issues: [ComicVineReference]
    let page: String?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ComicVineField.self)
        id = try fields.requiredID()
        name = fields.title(.name) ?? ""
        deck = fields.deck
        description = fields.htmlDescription
        image = fields.imagePath
        publisherID = fields.publisherID
        firstIssue = fields.reference(.firstIssue)
        issues = fields.references(.issues)
        page = fields.pagePath
    }
}
