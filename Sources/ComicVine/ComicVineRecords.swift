import Caching
import FoundationEssentials
import Heroes

/// The key of a record: what is stored of one object or one search.
enum RecordKey: ResponseKey {
    /// A character with its issue credits.
    case character(Int)
    /// A hundred issues of a character, a volume or an arc, by their position in its list.
    case issues(of: String, block: Int)
    /// The volumes of a hero's newest issues.
    case volumes(hero: Int)
    /// The details of an issue, a volume or a story arc.
    case issue(Int)
    case volume(Int)
    case arc(Int)
    /// The ids of the issues of a story arc.
    case arcIssues(Int)
    /// All of Marvel's story arcs.
    case arcs
    /// The ids of a search's results.
    case search(String)
    /// The time at which the members, or the changes, of all heroes were last read.
    case membershipDate, changesDate

    /// The key as unique text.
    var text: String {
        switch self {
        case .character(let id): "character \(id)"
        case .issues(let owner, let block): "issues \(owner) \(block)"
        case .volumes(let hero): "volumes \(hero)"
        case .issue(let id): "issue \(id)"
        case .volume(let id): "volume \(id)"
        case .arc(let id): "arc \(id)"
        case .arcIssues(let id): "arc-issues \(id)"
        case .arcs: "arcs"
        case .search(let text): "search \(text)"
        case .membershipDate: "membership-date"
        case .changesDate: "changes-date"
        }
    }

    /// Returns the id in the text of a key `arcIssues`; nil for any other text.
    static func arcID(ofIssues text: String) -> Int? {
        let prefix = "arc-issues "
        return text.hasPrefix(prefix) ? Int(text.dropFirst(prefix.count)) : nil
    }

    /// True if the record is part of the index of story arcs.
    var isIndexed: Bool { if case .arcIssues = self { true } else { false } }

    /// The seconds after which a record is requested again.
    var lifetime: Double {
        switch self {
        case .character, .issues, .issue, .membershipDate: 7 * Self.day
        case .volumes, .volume, .arc, .arcIssues, .arcs: 30 * Self.day
        case .search, .changesDate: Self.day
        }
    }

    private static let day = 86_400.0

    /// The seconds after which a record that was not requested again is deleted: the longest lifetime, and 30 days in
    /// which it is served while the source is down.
    static let longestLifetime = 60 * day
}

/// The records, one cache for each type, in one store.
struct ComicVineRecords: Sendable {
    let characters: ResponseCache<RecordKey, CharacterRecord>
    let works: ResponseCache<RecordKey, WorkRecord>
    let workLists: ResponseCache<RecordKey, WorkList>
    /// The results of searches, and the issues of story arcs.
    let ids: ResponseCache<RecordKey, [Int]>
    let arcs: ResponseCache<RecordKey, [ArcRecord]>
    let dates: ResponseCache<RecordKey, Date>

    /// `byteLimit` limits all records in memory.
    init(
        _ store: (any ResponseStore)?, byteLimit: Int, now: @escaping @Sendable () -> Date,
        report: @escaping @Sendable (String) -> Void
    ) {
        func cache<Value>(_ share: Int) -> ResponseCache<RecordKey, Value> {
            ResponseCache(
                absenceLifetime: 86_400, staleLifetime: .infinity, byteLimit: byteLimit / 8 * share, store: store,
                now: now
            ) { report("\($0)") }
        }
        (characters, works, workLists) = (cache(2), cache(1), cache(2))
        (ids, arcs, dates) = (cache(1), cache(2), cache(1))
    }

    /// The caches of records that pages show.
    private var all: [any AnyResponseCache] { [characters, works, workLists, ids, arcs] }

    /// A counter of new and changed records.
    var revision: UInt64 { all.revision }

    /// Waits for all calls.
    func waitUntilIdle() async { await all.waitUntilIdle() }
}

/// Works that were requested by their ids, in any order; some may not exist.
struct WorkList: Codable, Sendable {
    let ids: [Int]
    let works: [Work]
}
