import Heroes

/// An object that another one names.
struct ComicVineReference: Decodable, Hashable, Sendable {
    let id: Int
    /// The trimmed text; that of an issue can be several titles with semicolons between them.
    let name: String?
    /// The number of an issue.
    let number: String?

    /// Throws if there is no positive id.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ComicVineField.self)
        id = try fields.requiredID()
        let name = fields.tolerantText(.name)?.trimmed.cut(toBytes: ResponseLimit.url) ?? ""
        self.name = name.isEmpty ? nil : name
        number = fields.title(.issueNumber)
    }

    /// The name as one line; nil if nothing of it is visible.
    var title: String? {
        let title = name?.asTitle ?? ""
        return title.isEmpty ? nil : title
    }
}
