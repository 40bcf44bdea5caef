import Basics
import Heroes
import Support

/// A source that records its requests and responds by script.
final class ScriptedSource: HeroSource {
    private let state = Locked<State>(State())

    private struct State {
        var requests: [String] = []
        /// The error of all requests; nil for success.
        var failure: HeroError?
        var gate: Gate?
        var version = 1
        var heroCount = 1
        var friends: [Hero] = []
        var wasCancelled = false
    }

    let firstRequest = Gate()

    var requests: [String] { state.withLock(\.requests) }
    var wasCancelled: Bool { state.withLock(\.wasCancelled) }

    func fail(with error: HeroError?) { state.withLock { $0.failure = error } }
    func hold(at gate: Gate?) { state.withLock { $0.gate = gate } }
    /// Sets the number in the names of later responses.
    func setVersion(_ version: Int) { state.withLock { $0.version = version } }

    /// Sets the number of heroes in later lists, with ids from 1.
    func setHeroCount(_ heroCount: Int) { state.withLock { $0.heroCount = heroCount } }

    /// Sets the friends of later heroes.
    func setFriends(_ friends: [Hero]) { state.withLock { $0.friends = friends } }

    /// Returns the number of the version.
    private func respond(to request: String) async throws(HeroError) -> Int {
        let gate = state.withLock { state in
            state.requests.append(request)
            return state.gate
        }
        firstRequest.open()
        await gate?.wait()
        if Task.isCancelled { state.withLock { $0.wasCancelled = true } }
        let (failure, version) = state.withLock { ($0.failure, $0.version) }
        if let failure { throw failure }
        return version
    }

    private func listPage<Item>(_ item: Item, _ range: PageRange) -> ListPage<Item> {
        ListPage(items: [item], range: range, total: 1, attribution: Attribution(html: "A"))
    }

    func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero> {
        let version = try await respond(to: "heroes \(query.nameStartsWith ?? "") \(query.range.offset)")
        let (offset, count) = (query.range.offset, state.withLock(\.heroCount))
        guard count > 1 else { return listPage(Hero(id: 1 + offset, name: "List v\(version)"), query.range) }
        return ListPage(
            items: (offset..<max(offset, min(offset + query.range.limit, count))).map {
                Hero(id: 1 + $0, name: "List v\(version)")
            },
            range: query.range, total: count, attribution: Attribution(html: "A"))
    }

    func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        let version = try await respond(to: "hero \(id)")
        var hero = Hero(id: id, name: "Hero v\(version)")
        hero.relations = state.withLock(\.friends).map { Relation(.ally, $0) }
        return Attributed(hero, attribution: Attribution(html: "A"))
    }

    func topics(
        _ kind: TopicKind, of owner: TopicOwner, by order: TopicOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        let request = if case .hero(let id) = owner { "\(kind) \(id)" } else { "\(kind) of \(owner)" }
        let version = try await respond(to: request + (order.map { " by \($0)" } ?? ""))
        return listPage(Topic(kind, id: 1, title: "\(kind) v\(version)"), range)
    }

    func topic(_ id: TopicID) async throws(HeroError) -> Attributed<Topic> {
        let version = try await respond(to: "work \(id.number)")
        return Attributed(
            Topic(id.kind, id: id.number, title: "Work v\(version)"), attribution: Attribution(html: "A"))
    }

    func path(
        from start: Hero.ID, to end: Hero.ID
    ) async throws(HeroError) -> Attributed<[PathStep]> {
        let version = try await respond(to: "path \(start) \(end)")
        let step = PathStep(Hero(id: end, name: "Hero v\(version)"), .relation(.ally, reason: nil))
        return Attributed([step], attribution: Attribution(html: "A"))
    }

    func orders(_ kind: TopicKind, of owner: TopicOwner) -> [TopicOrder] { kind == .comics ? [.newest, .oldest] : [] }

    func search(_ text: String, _ range: PageRange) async throws(HeroError) -> SearchResults {
        let version = try await respond(to: "search \(text)")
        let match = SearchMatch(Hero(id: 5, name: "Match v\(version)"), .alias("Alias"))
        return SearchResults(
            listPage(match, range),
            groups: [SearchGroup(.teams, [SearchGroup.Item(id: 1, name: "Team v\(version)")], total: 7)])
    }
}

/// Records items in order.
final class Recorder<Item: Sendable>: Sendable {
    private let items = Locked<[Item]>([])

    var all: [Item] { items.withLock { $0 } }

    func add(_ item: Item) { items.withLock { $0.append(item) } }
}
