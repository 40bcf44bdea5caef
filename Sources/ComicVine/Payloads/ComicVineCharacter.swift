import Heroes

/// A character of any publisher; lists and details have different fields.
struct ComicVineCharacter: Decodable, Sendable {
    let id: Int
    /// Empty if nothing of it is visible.
    let name: String
    let realName: String?
    let aliases: [String]
    let deck: String?
    let description: String?
    let image: String?
    let publisherID: Int?
    let appearances: Int?
    /// Newest first.
    let issueCredits: [ComicVineReference]
    let page: String?
    let firstIssue: ComicVineReference?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ComicVineField.self)
        id = try fields.requiredID()
        name = fields.title(.name) ?? ""
        let realName = fields.title(.realName)
        self.realName = realName == "None" ? nil : realName
        aliases = (fields.tolerantText(.aliases) ?? "").split(whereSeparator: \.isNewline).lazy
            .map { String($0).asTitle }.filter { !$0.isEmpty }.prefix(ResponseLimit.references).map(\.self)
        deck = fields.deck
        description = fields.htmlDescription
        image = fields.imagePath
        publisherID = fields.publisherID
        appearances = fields.tolerantInt(.appearances).map { max($0, 0) }
        issueCredits = fields.references(.issueCredits)
        page = fields.pagePath
        firstIssue = fields.reference(.firstIssue)
    }
}
