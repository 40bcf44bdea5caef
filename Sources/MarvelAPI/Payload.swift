import FoundationEssentials
import Heroes

/// The envelope of every response; unreadable parts are skipped.
struct Payload<Item: Decodable>: Decodable {
    let code: Int?
    let attribution: Attribution
    let limit: Int?
    let total: Int?
    let items: [Item]
    /// The number of unreadable results, which were skipped.
    let skipped: Int
    /// False if no result of a search has all its words.
    let isComplete: Bool
    /// The first results of a search of other kinds.
    let groups: [SearchGroup]

    private enum Key: CodingKey { case code, copyright, attributionText, attributionHTML, data }

    private enum DataKey: CodingKey { case limit, total, results, complete, groups }

    /// Throws only if there is no list of results.
    init(from decoder: any Decoder) throws {
        let envelope = try decoder.container(keyedBy: Key.self)
        code = envelope.tolerantInt(.code)
        attribution = Self.attribution(envelope)
        let data = try envelope.nestedContainer(keyedBy: DataKey.self, forKey: .data)
        limit = data.tolerantInt(.limit)
        total = data.tolerantInt(.total)
        var results = try data.nestedUnkeyedContainer(forKey: .results)
        var read: [Lossy<Item>] = []
        while !results.isAtEnd, read.count < ResponseLimit.results { read.append(try results.decode(Lossy<Item>.self)) }
        items = read.compactMap(\.value)
        skipped = read.count - items.count
        isComplete = data.tolerant(Bool.self, .complete) ?? true
        let groups = data.tolerant([String: Lossy<GroupPayload>].self, .groups) ?? [:]
        self.groups = ([.teams, .events, .series, .comics, .people] as [WorkKind]).compactMap { kind in
            groups[kind.path]?.value?.group(kind)
        }
    }

    init(_ body: [UInt8], _ hosts: [ImageHost]) throws {
        let decoder = JSONDecoder()
        if let key = imageHostsKey { decoder.userInfo[key] = hosts }
        self = try decoder.decodeTolerantly(body)
    }

    private static func attribution(_ envelope: KeyedDecodingContainer<Key>) -> Attribution {
        let html = envelope.tolerantText(.attributionHTML)?.trimmed ?? ""
        let text = envelope.tolerantText(.attributionText)?.trimmed ?? ""
        let plain = text.isEmpty ? envelope.tolerantText(.copyright)?.trimmed ?? "" : text
        return Attribution(html: (html.isEmpty ? plain.asHTML : html).cut(toBytes: ResponseLimit.attribution))
    }
}

extension Payload {
    /// Returns the object of a list of one; throws `notFound` if there is none, unless the total contradicts that.
    func object(_ kind: String, _ id: Int, _ key: (Item) -> Int) throws(HeroError) -> Item {
        guard let item = items.first else {
            throw total ?? 0 > 0 ? .invalidResponse(status: 200, "no results out of \(total ?? 0)") : .notFound
        }
        guard key(item) == id else {
            throw .invalidResponse(status: 200, "requested \(kind) \(id), got \(key(item))")
        }
        return item
    }

    /// Returns the page of items without duplicates, with the envelope's limit and total if they are plausible, and the
    /// requested offset.
    func listPage<Value: Identifiable>(requested: PageRange, _ value: (Item) -> Value) -> ListPage<Value> {
        let requested = requested.clamped
        let limit = limit.flatMap { (1...requested.limit).contains($0) ? $0 : nil } ?? requested.limit
        var seen = Set<Value.ID>()
        let values = Array(items.lazy.map(value).filter { seen.insert($0.id).inserted }.prefix(limit))
        let reported = (total ?? 0).asTotal
        // The total is at least the end of this page, or at most the offset of an empty page.
        let total = values.isEmpty ? min(reported, requested.offset) : max(reported, requested.offset + values.count)
        return ListPage(
            items: values, range: PageRange(offset: requested.offset, limit: limit), total: total,
            attribution: attribution)
    }
}

private let imageHostsKey = CodingUserInfoKey(rawValue: "imageHosts")

extension Decoder {
    /// The rewrite rules for pictures, which every payload has.
    var imageHosts: [ImageHost] { imageHostsKey.flatMap { userInfo[$0] as? [ImageHost] } ?? [] }
}

/// The first results of a kind in the gateway's search; those without a name are skipped.
private struct GroupPayload: Decodable {
    private let total: Int
    private let items: [SearchGroup.Item]

    private enum Key: CodingKey { case total, results }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        total = (fields.tolerantInt(.total) ?? 0).asTotal
        let results: [EntityPayload] = fields.tolerantList(.results)
        items = results.filter { !$0.title.isEmpty }.prefix(5).map { SearchGroup.Item(id: $0.id, name: $0.title) }
    }

    func group(_ kind: WorkKind) -> SearchGroup? {
        items.isEmpty ? nil : SearchGroup(kind, items, total: total)
    }
}

extension Int {
    /// The number within the bounds of totals: Marvel's longest list has 141,312 stories.
    fileprivate var asTotal: Int { Swift.min(Swift.max(self, 0), 10_000_000) }
}
