import Heroes

/// An event with the first of its heroes, whom its summary list names.
struct EventPayload: Decodable {
    let thing: ThingPayload
    private let heroes: [Event.Mention]

    private enum Key: CodingKey {
        case characters
    }

    init(from decoder: any Decoder) throws {
        thing = try ThingPayload(from: decoder)
        let fields = try decoder.container(keyedBy: Key.self)
        let mentions = fields.tolerant(SummaryPayload.self, .characters)?.items ?? []
        heroes = mentions.lazy.compactMap { $0.value?.mention }.prefix(PayloadLimit.mentions).map(\.self)
    }

    func event(_ hosts: [ImageHost]) -> Event {
        Event(
            id: thing.id, title: thing.title, description: thing.description, thumbnail: thing.thumbnail(hosts),
            heroes: heroes)
    }
}

private struct SummaryPayload: Decodable {
    let items: [Lossy<Item>]

    struct Item: Decodable {
        let resourceURI: String
        let name: String

        /// Nil without a name or a number at the address's end.
        var mention: Event.Mention? {
            let title = name.asTitle
            guard let id = resourceURI.split(separator: "/").last.flatMap({ Int($0) }), id > 0, !title.isEmpty else {
                return nil
            }
            return Event.Mention(id: id, name: title)
        }
    }
}
