import FoundationEssentials
import Heroes

/// The envelope of every response; unreadable parts are skipped.
struct Payload<Item: Decodable>: Decodable {
    let code: Int?
    let attribution: Attribution
    /// The ETag, from the header or the envelope; nil if neither has a valid one.
    var version: Version?
    let offset: Int?
    let limit: Int?
    let total: Int?
    let items: [Item]
    /// The number of unreadable results, which were skipped.
    let skipped: Int

    private enum Key: CodingKey {
        case code, copyright, attributionText, attributionHTML, etag, data
    }

    private enum DataKey: CodingKey {
        case offset, limit, total, results
    }

    /// Throws only if there is no list of results.
    init(from decoder: any Decoder) throws {
        let envelope = try decoder.container(keyedBy: Key.self)
        code = envelope.tolerantInt(.code)
        attribution = Self.attribution(envelope)
        version = Version(validating: envelope.tolerantText(.etag))
        let data = try envelope.nestedContainer(keyedBy: DataKey.self, forKey: .data)
        offset = data.tolerantInt(.offset)
        limit = data.tolerantInt(.limit)
        total = data.tolerantInt(.total)
        var results = try data.nestedUnkeyedContainer(forKey: .results)
        var read: [Lossy<Item>] = []
        while !results.isAtEnd, read.count < ResponseLimit.results { read.append(try results.decode(Lossy<Item>.self)) }
        items = read.compactMap(\.value)
        skipped = read.count - items.count
    }

    /// Decodes a body; the header's ETag takes precedence over the envelope's.
    init(_ body: [UInt8], etag: String? = nil) throws {
        self = try JSONDecoder().decodeTolerantly(body)
        version = Version(validating: etag) ?? version
    }

    private static func attribution(_ envelope: KeyedDecodingContainer<Key>) -> Attribution {
        let html = envelope.tolerantText(.attributionHTML)?.trimmed ?? ""
        let text = envelope.tolerantText(.attributionText)?.trimmed ?? ""
        let plain = text.isEmpty ? envelope.tolerantText(.copyright)?.trimmed ?? "" : text
        return Attribution(html: (html.isEmpty ? plain.asHTML : html).cut(toBytes: ResponseLimit.attribution))
    }
}
