import Caching
import FoundationEssentials
import Heroes

/// The key of a record: what is stored of one object or one search.
struct RecordKey: ResponseKey {
    let text: String
    /// The seconds after which a record is requested again.
    let lifetime: Double
    let isIndexed: Bool

    private init(_ text: String, days: Double, isIndexed: Bool = false) {
        (self.text, self.lifetime, self.isIndexed) = (text, days * 86_400, isIndexed)
    }

    static func character(_ id: Int) -> Self { Self("character \(id)", days: 7) }

    /// The details of a topic.
    static func topic(_ id: TopicID) -> Self {
        Self("\(id.kind.rawValue) \(id.number)", days: id.kind == .comics ? 7 : 30)
    }

    /// A hundred issues of a character, a volume or an arc, by their position in its list.
    static func issues(of owner: Self, block: Int) -> Self { Self("issues \(owner.text) \(block)", days: 7) }

    /// The volumes of a hero's newest issues.
    static func volumes(hero: Int) -> Self { Self("volumes \(hero)", days: 30) }

    /// A hundred volumes of the issues of a character, a volume or an arc.
    static func volumes(of owner: Self, block: Int) -> Self { Self("volumes \(owner.text) \(block)", days: 30) }

    /// The ids of the issues of a story arc: a part of the index.
    static func arcIssues(_ id: Int) -> Self { Self("\(arcIssues)\(id)", days: 30, isIndexed: true) }

    static func arcID(ofIssues text: String) -> Int? {
        text.hasPrefix(arcIssues) ? Int(text.dropFirst(arcIssues.count)) : nil
    }

    private static let arcIssues = "arc-issues "

    static func search(_ text: String) -> Self { Self("search \(text)", days: 1) }
    static func titles(_ text: String) -> Self { Self("titles \(text)", days: 1) }

    /// The time at which the changes of all heroes were last read: the mark of the index.
    static let changesDate = Self("changes-date", days: 1)

    /// All of Marvel's story arcs, or its teams, which come with the names of all heroes.
    static func list(_ kind: TopicKind) -> Self { kind == .events ? Self("arcs", days: 30) : Self("teams", days: 7) }
}

/// The records, one cache for each type, in one store.
struct ComicVineRecords: Sendable {
    let characters: ResponseCache<RecordKey, CharacterRecord>
    let topics: ResponseCache<RecordKey, TopicRecord>
    let topicLists: ResponseCache<RecordKey, TopicList>
    /// The results of searches, and the issues of story arcs.
    let ids: ResponseCache<RecordKey, [Int]>
    let lists: ResponseCache<RecordKey, [IndexedTopic]>
    let dates: ResponseCache<RecordKey, Date>

    /// `byteLimit` limits all records in memory.
    init(
        _ store: (any ResponseStore)?, byteLimit: Int, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (String) -> Void
    ) {
        func cache<Value>(
            _ share: Int, isIncomplete: @escaping @Sendable (Value) -> Bool = { _ in false }
        ) -> ResponseCache<RecordKey, Value> {
            ResponseCache(
                absenceLifetime: 86_400, staleLifetime: .infinity, failureLifetime: 600,
                byteLimit: byteLimit / 8 * share, store: store, isIncomplete: isIncomplete, now: now
            ) { report("\($0)") }
        }
        (characters, topics) = (cache(2, isIncomplete: \.isIncomplete), cache(1, isIncomplete: \.isIncomplete))
        topicLists = cache(2)
        (ids, lists, dates) = (cache(1), cache(1), cache(1))
    }

    private var all: [any AnyResponseCache] { [characters, topics, topicLists, ids, lists] }

    var revision: UInt64 { all.revision }

    func waitUntilIdle() async { await all.waitUntilIdle() }
}

/// Topics in any order.
struct TopicList: Codable, Sendable {
    /// The requested ids, of which some may not exist; empty for a search.
    let ids: [Int]
    let topics: [Topic]

    /// The names in stored records.
    private enum CodingKeys: String, CodingKey { case ids, topics = "works" }
}
