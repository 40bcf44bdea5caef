import Heroes

/// A volume: a series of issues; only details have a publisher, characters and issues.
struct ComicVineVolume: Decodable, Sendable {
    let id: Int
    /// Empty if nothing of it is visible.
    let name: String
    let startYear: Int?
    let deck: String?
    let description: String?
    let image: String?
    let issueCount: Int?
    let publisherID: Int?
    let page: String?
    let characters: [ComicVineReference]
    let issues: [ComicVineReference]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ComicVineField.self)
        id = try fields.requiredID()
        name = fields.title(.name) ?? ""
        startYear = fields.tolerantInt(.startYear)
        deck = fields.deck
        description = fields.htmlDescription
        image = fields.imagePath
        issueCount = fields.tolerantInt(.issueCount).map { max($0, 0) }
        publisherID = fields.publisherID
        page = fields.pagePath
        characters = fields.references(.characters)
        issues = fields.references(.issues)
    }
}
