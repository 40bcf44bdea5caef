import Heroes

/// An issue of a volume; only details have credits.
struct ComicVineIssue: Decodable, Sendable {
    let id: Int
    /// One title, or several with semicolons between them.
    let name: String?
    /// Any text, such as "23.4".
    let number: String?
    let coverDate: PartialDate?
    let storeDate: PartialDate?
    let deck: String?
    let description: String?
    let image: String?
    let volume: ComicVineReference?
    let page: String?
    let characterCredits: [ComicVineReference]
    let arcCredits: [ComicVineReference]

    init(from decoder: any Decoder) throws {
        let reference = try ComicVineReference(from: decoder)
        let fields = try decoder.container(keyedBy: ComicVineField.self)
        id = reference.id
        name = reference.name
        number = fields.title(.issueNumber)
        coverDate = fields.date(.coverDate)
        storeDate = fields.date(.storeDate)
        deck = fields.deck
        description = fields.htmlDescription
        image = fields.imagePath
        volume = fields.reference(.volume)
        page = fields.pagePath
        characterCredits = fields.references(.characterCredits)
        arcCredits = fields.references(.arcCredits)
    }
}
