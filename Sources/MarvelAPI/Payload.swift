import FoundationEssentials
import Heroes

/// The envelope of every response; unreadable parts are skipped.
struct Payload<Item: Decodable>: Decodable {
    let code: Int?
    let attribution: Attribution
    let total: Int?
    let items: [Item]
    /// The number of unreadable results, which were skipped.
    let skipped: Int
    /// False if no result of a search has all its words.
    let isComplete: Bool
    /// The objects with their complete names in a search.
    let named: [NamedMatch]
    /// The first results of a search of other kinds, first those of the kind that it asks for.
    let groups: [SearchGroup]
    let asked: TopicKind?
    /// What a search asks to narrow the list of characters to.
    let filter: HeroFilter?

    /// Throws only if there is no list of results.
    init(from decoder: any Decoder) throws {
        let envelope = try ResponseFields(decoder)
        code = envelope.int("code")
        let html = envelope.text("attributionHTML")?.trimmed ?? ""
        attribution = Attribution(html: html.cut(toBytes: ResponseLimit.attribution))
        let data = try envelope.nestedContainer(keyedBy: FieldName.self, forKey: "data")
        total = data.int("total")
        var results = try data.nestedUnkeyedContainer(forKey: "results")
        var read: [Lossy<Item>] = []
        while !results.isAtEnd, read.count < ResponseLimit.results { read.append(try results.decode(Lossy<Item>.self)) }
        items = read.compactMap(\.value)
        skipped = read.count - items.count
        isComplete = data.tolerant(Bool.self, "complete") ?? true
        let named: [NamedPayload] = data.list("named")
        self.named = named.prefix(ResponseLimit.named).compactMap(\.match)
        let (groups, asked) = (data.object("groups"), data.text("asked"))
        let kinds: [TopicKind] = [.teams, .events, .series, .comics, .people]
        self.asked = kinds.first { $0.path == asked }
        filter = HeroFilter(data.object("list"))
        self.groups = (kinds.filter { $0.path == asked } + kinds.filter { $0.path != asked }).compactMap { kind in
            groups?.object(FieldName(stringValue: kind.path)).flatMap { SearchGroup(kind, $0) }
        }
    }

    init(_ body: [UInt8], _ hosts: [ImageHost]) throws {
        let decoder = JSONDecoder()
        if let key = imageHostsKey { decoder.userInfo[key] = hosts }
        self = try decoder.decodeTolerantly(body)
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

    /// Returns the requested page of items without duplicates, with the envelope's total if it is plausible.
    func listPage<Value: Identifiable>(requested: PageRange, _ value: (Item) -> Value) -> ListPage<Value> {
        var seen = Set<Value.ID>()
        let values = Array(items.lazy.map(value).filter { seen.insert($0.id).inserted }.prefix(requested.limit))
        let reported = (total ?? 0).asTotal
        // The total is at least the end of this page, or at most the offset of an empty page.
        let total = values.isEmpty ? min(reported, requested.offset) : max(reported, requested.offset + values.count)
        return ListPage(items: values, range: requested, total: total, attribution: attribution)
    }
}

private let imageHostsKey = CodingUserInfoKey(rawValue: "imageHosts")

extension Decoder {
    /// The rewrite rules for pictures, which every payload has.
    var imageHosts: [ImageHost] { imageHostsKey.flatMap { userInfo[$0] as? [ImageHost] } ?? [] }
}

/// An object that a search names; nil if it is of an unknown kind, or has no name.
private struct NamedPayload: Decodable {
    let match: NamedMatch?

    init(from decoder: any Decoder) throws {
        let fields = try ResponseFields(decoder)
        let object = try EntityPayload(from: fields.superDecoder(forKey: "result"))
        let kind = TopicKind.allCases.first { $0.path == fields.text("kind") }
        if object.title.isEmpty {
            match = nil
        } else if fields.text("kind") == "characters" {
            match = .hero(Hero(id: object.id, name: object.title, thumbnail: object.thumbnail))
        } else {
            match = kind.map { .topic(object.topic($0)) }
        }
    }
}

extension SearchGroup {
    /// Reads the first results of a kind in the gateway's search; those without a name are skipped.
    fileprivate init?(_ kind: TopicKind, _ fields: ResponseFields) {
        let results: [EntityPayload] = fields.list("results")
        let items = results.filter { !$0.title.isEmpty }.prefix(5).map { Item(id: $0.id, name: $0.title) }
        guard !items.isEmpty else { return nil }
        self.init(kind, items, total: (fields.int("total") ?? 0).asTotal)
    }
}

extension Int {
    /// The number within the bounds of totals: Marvel's longest list has 141,312 stories.
    fileprivate var asTotal: Int { Swift.min(Swift.max(self, 0), 10_000_000) }
}
