import FoundationEssentials
import Heroes
import Synchronization

/// The heroes, story arcs and teams in memory; heroes are saved with each change.
final class ComicVineIndex: Sendable {
    private struct State {
        var heroes: HeroIndex
        /// The story arcs and the teams, once they are known; the teams come with the names of all heroes.
        var topics: [TopicKind: TopicIndex] = [:]
        /// The answered ids since the last update began; an answer may lack some, such as deleted heroes.
        var requested: Set<Hero.ID> = []
        /// The time up to which all heroes have their changes; nil if heroes are missing.
        var mark: Date?
        var failure: HeroError?

        var hasMembership: Bool { mark != nil && topics[.teams] != nil }
    }

    private let store: (any ResponseStore)?
    private let now: @Sendable () -> Date
    private let state: Mutex<State>
    let revision = Atomic<UInt64>(0)

    /// The maximum number of ids of a call.
    static let batchLength = 100

    static let marvel = 31

    init(_ store: (any ResponseStore)?, leastAppearances: Int, now: @escaping @Sendable () -> Date) {
        (self.store, self.now) = (store, now)
        state = Mutex(State(heroes: HeroIndex(leastAppearances: leastAppearances)))
    }

    /// Loads the heroes that earlier processes and other machines have saved, since a time if there is one. Returns
    /// false if the store cannot be read.
    @discardableResult
    func load(since time: Date? = nil) async -> Bool {
        guard let changes = await store?.indexed(since: time, at: now()) else { return false }
        let heroes = changes.compactMap(\.hero)
        let removed = changes.filter(\.body.isEmpty).compactMap(\.heroID)
        let mark = await store?.load(StoredResponse.markKey, at: now())
        let hasChanged = state.withLock { state in
            let new = heroes.filter(state.heroes.isChanged)
            state.heroes.insert(new)
            let hasRemoved = !state.heroes.removeKnown(removed).isEmpty
            // A mark of this process may not be stored yet.
            state.mark = [state.mark, mark?.mark(ofHeroes: state.heroes.count)].compactMap(\.self).max()
            return hasRemoved || !new.isEmpty
        }
        if hasChanged { revision.wrappingAdd(1, ordering: .relaxed) }
        return true
    }

    var heroes: HeroIndex { state.withLock(\.heroes) }

    /// The known story arcs or teams; the index has no other topics.
    func topics(_ kind: TopicKind) -> TopicIndex { state.withLock { $0.topics[kind] } ?? TopicIndex([]) }

    func setTopics(_ kind: TopicKind, _ topics: TopicIndex) {
        if state.withLock({ $0.topics[kind] != topics }) { update { $0.topics[kind] = topics } }
    }

    func setIssues(_ issues: [Int], ofArc id: Int) { update { $0.topics[.events]?.setIssues(issues, of: id) } }

    /// Adds and refreshes Marvel's characters, and removes those that belong to another publisher now (`AnswerRule`).
    func insert(_ characters: [ComicVineObject]) {
        let others = characters.filter(\.isOfAnotherPublisher).map(\.id)
        let (own, removed) = update { state in
            let own = characters.compactMap { IndexedHero($0, known: state.heroes[$0.id]) }
            state.heroes.insert(own)
            return (own, state.heroes.removeKnown(others))
        }
        save(own, removed: removed)
    }

    func remove(_ ids: [Hero.ID]) { save([], removed: update { $0.heroes.removeKnown(ids) }) }

    /// Adds the new members by name; throws if the list lacks too many of the known ones (`AnswerRule`).
    func addMembers(_ members: [ComicVineReference]) throws(HeroError) {
        try AnswerRule.check(members.lazy.map(\.id), against: heroes.ids, "the list of all heroes")
        let new = update { state in
            let new = members.filter { !state.heroes.contains($0.id) }.compactMap { member in
                member.title.map { IndexedHero(id: member.id, name: $0) }
            }
            state.heroes.insert(new)
            return new
        }
        save(new, removed: [])
    }

    /// The time up to which all heroes have their changes, which the records have, too; nil if heroes are missing.
    var mark: Date? { state.withLock(\.mark) }

    func setMark(_ date: Date) {
        let count = update { state in
            state.mark = date
            return state.heroes.count
        }
        store?.save([StoredResponse(mark: date, heroes: count, at: now())])
    }

    /// True once the list of all heroes was read.
    var hasMembership: Bool { state.withLock(\.hasMembership) }

    /// True if lists may still grow: the list of all heroes was not read yet, or there are details to request.
    var isLoading: Bool {
        state.withLock { state in
            !state.hasMembership
                || state.requested.count(where: state.heroes.isPending) < state.heroes.pendingCount
        }
    }

    /// The operator's next step if the heroes are incomplete or cannot be updated; nil otherwise.
    var advice: String? {
        guard let failure else { return hasMembership ? nil : "the list of Comic Vine's heroes is still being read" }
        return "Comic Vine's heroes cannot be updated: \(failure.reason); the next try is within the hour"
    }

    private func save(_ heroes: [IndexedHero], removed: [Hero.ID]) {
        guard !heroes.isEmpty || !removed.isEmpty else { return }
        let now = now()
        store?.save(
            heroes.map { StoredResponse($0.id, $0.body, at: now) } + removed.map { StoredResponse($0, Data(), at: now) }
        )
    }

    /// Up to a hundred ids without details, rising, that were not requested since the last update began.
    var pendingIDs: [Hero.ID] {
        let (heroes, requested) = state.withLock { ($0.heroes, $0.requested) }
        return Array(heroes.pendingIDs.lazy.filter { !requested.contains($0) }.prefix(Self.batchLength))
    }

    func setRequested(_ ids: [Hero.ID]) { update { $0.requested.formUnion(ids) } }
    func beginUpdate() { state.withLock { $0.requested = [] } }

    /// The failure of the latest background call; nil after a success.
    var failure: HeroError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    private func update<Value>(_ change: (inout State) -> Value) -> Value {
        defer { revision.wrappingAdd(1, ordering: .relaxed) }
        return state.withLock { change(&$0) }
    }
}

extension StoredResponse {
    private static let prefix = "hero "

    /// Creates the record of a hero; without a body, the index does not have it any more.
    fileprivate init(_ id: Hero.ID, _ body: Data, at date: Date) {
        self.init(Self.prefix + "\(id)", isIndexed: true, date: date, body: body)
    }

    fileprivate static let markKey = "mark"

    /// Creates the record of the index's mark, with the number of its heroes.
    fileprivate init(mark: Date, heroes count: Int, at date: Date) {
        self.init(Self.markKey, date: date, body: Data("\(Int(mark.timeIntervalSince1970)) \(count)".utf8))
    }

    /// Returns the mark; nil if more than a tenth of its heroes is missing.
    fileprivate func mark(ofHeroes count: Int) -> Date? {
        let numbers = String(decoding: body, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 2, count * 10 >= numbers[1] * 9 else { return nil }
        return Date(timeIntervalSince1970: Double(numbers[0]))
    }

    fileprivate var heroID: Hero.ID? { Int(key.dropFirst(Self.prefix.count)) }

    fileprivate var hero: IndexedHero? { heroID.flatMap { IndexedHero(id: $0, body: body) } }
}
