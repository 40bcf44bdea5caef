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
        var wasCancelled = false
        var notModifiedCount = 0
    }

    let firstRequest = Gate()

    var requests: [String] { state.withLock(\.requests) }
    var wasCancelled: Bool { state.withLock(\.wasCancelled) }
    /// The number of "not modified" responses.
    var notModifiedCount: Int { state.withLock(\.notModifiedCount) }

    func fail(with error: HeroError?) { state.withLock { $0.failure = error } }
    func hold(at gate: Gate?) { state.withLock { $0.gate = gate } }
    /// Sets the number in the names of later responses.
    func setVersion(_ version: Int) { state.withLock { $0.version = version } }

    /// Sets the number of heroes in later lists, with ids from 1.
    func setHeroCount(_ heroCount: Int) { state.withLock { $0.heroCount = heroCount } }

    /// Returns the number of the version; nil if the request has it.
    private func respond(to request: String, unless known: Version?) async throws(HeroError) -> Int? {
        let gate = state.withLock { state in
            state.requests.append(request)
            return state.gate
        }
        firstRequest.open()
        await gate?.wait()
        if Task.isCancelled { state.withLock { $0.wasCancelled = true } }
        let (failure, version) = state.withLock { ($0.failure, $0.version) }
        if let failure { throw failure }
        guard known != Version(etag: "v\(version)") else {
            state.withLock { $0.notModifiedCount += 1 }
            return nil
        }
        return version
    }

    private func listPage<Item>(_ version: Int, _ item: Item, _ range: PageRange) -> ListPage<Item> {
        ListPage(
            items: [item], range: range, total: 1, attribution: Attribution(html: "A"),
            version: Version(etag: "v\(version)"))
    }

    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> ListPage<Hero>? {
        let request = "heroes \(query.nameStartsWith ?? "") \(query.range.offset)"
        guard let version = try await respond(to: request, unless: version) else { return nil }
        let (offset, count) = (query.range.offset, state.withLock(\.heroCount))
        guard count > 1 else { return listPage(version, Hero(id: 1 + offset, name: "List v\(version)"), query.range) }
        return ListPage(
            items: (offset..<max(offset, min(offset + query.range.limit, count))).map {
                Hero(id: 1 + $0, name: "List v\(version)")
            },
            range: query.range, total: count, attribution: Attribution(html: "A"))
    }

    func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? {
        guard let version = try await respond(to: "hero \(id)", unless: version) else { return nil }
        return Attributed(
            Hero(id: id, name: "Hero v\(version)"), attribution: Attribution(html: "A"),
            version: Version(etag: "v\(version)"))
    }

    func works(
        _ kind: WorkKind, of owner: WorkOwner, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<Work>? {
        let request = if case .hero(let id) = owner { "\(kind) \(id)" } else { "\(kind) of \(owner)" }
        guard let version = try await respond(to: request, unless: version) else { return nil }
        return listPage(version, Work(kind, id: 1, title: "\(kind) v\(version)"), range)
    }

    func work(_ id: WorkID, unless version: Version?) async throws(HeroError) -> Attributed<Work>? {
        guard let version = try await respond(to: "work \(id.number)", unless: version) else { return nil }
        return Attributed(
            Work(id.kind, id: id.number, title: "Work v\(version)"), attribution: Attribution(html: "A"),
            version: Version(etag: "v\(version)"))
    }

    var hasSearch: Bool { true }

    func matches(
        _ text: String, _ range: PageRange, unless version: Version?
    ) async throws(HeroError) -> ListPage<SearchMatch>? {
        guard let version = try await respond(to: "matches \(text)", unless: version) else { return nil }
        return listPage(version, SearchMatch(Hero(id: 5, name: "Match v\(version)"), .alias("Alias")), range)
    }

    func cachedHero(_ id: Hero.ID) -> Hero? { id == 99 ? Hero(id: 99, name: "Known below") : nil }
}
