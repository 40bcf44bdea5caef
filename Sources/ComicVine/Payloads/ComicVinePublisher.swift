import Heroes

/// A publisher with all its characters, in the order of their ids.
struct ComicVinePublisher: Decodable, Sendable {
    let id: Int
    let characters: [ComicVineReference]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: ComicVineField.self)
        id = try fields.requiredID()
        characters = fields.references(.characters)
    }
}
