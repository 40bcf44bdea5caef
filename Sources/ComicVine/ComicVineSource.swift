import Caching
import Curl
import FoundationEssentials
import Heroes

/// A source of heroes and topics: Comic Vine's API behind an index of its own.
///
/// Lists come from the index without a call. The details of heroes and topics are records, which are requested once and
/// stored; a search asks the API.
package struct ComicVineSource: HeroSource {
    let client: ComicVineClient
    let index: ComicVineIndex
    let records: ComicVineRecords
    let updater: IndexUpdater
    let askingWords: Set<String>
    private let stores: ComicVineStores
    private let clock: SourceClock
    private let start: Date
    /// The caller of this request's calls; nil if it may not make any.
    private(set) var caller: ComicVineClient.Caller? = .visitor(network: nil)

    /// Creates a source with the heroes of earlier processes; `report` writes a sentence to the log.
    package init(
        _ configuration: ComicVineConfiguration, curl: Curl, clock: SourceClock = .system,
        stores: ComicVineStores = ComicVineStores(), recordByteLimit: Int = 16 << 20,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) async {
        (self.clock, self.stores, askingWords) = (clock, stores, configuration.askingWords)
        let budget = CallBudget(
            configuration.hourlyBudget, store: stores.heroes, shared: stores.shared?.calls, clock: clock, report: report
        )
        client = ComicVineClient(configuration, curl: curl, clock: clock, budget: budget)
        index = ComicVineIndex(stores.heroes, leastAppearances: configuration.leastAppearances, now: clock.now)
        records = ComicVineRecords(stores.records, byteLimit: recordByteLimit, now: clock.now, report: report)
        updater = IndexUpdater(client: client, index: index, records: records, clock: clock, report: report)
        start = clock.now()
        await budget.warmUp()
        await index.load()
        await updater.loadRecords()
    }

    /// Keeps the index up to date until the task is cancelled.
    package func run() async {
        if let shared = stores.shared { await updater.run(sharing: shared) } else { await updater.run() }
    }

    /// Waits for all calls of visitors and for writes to disk.
    package func waitUntilIdle() async {
        await records.waitUntilIdle()
        await stores.records?.flush()
        await stores.heroes?.flush()
    }

    package func `for`(_ kind: RequestKind) -> ComicVineSource {
        var source = self
        source.caller = if case .visitor(let network) = kind { .visitor(network: network) } else { nil }
        return source
    }

    package func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero> {
        if let topic = query.topic { return try await heroes(of: topic, query.range) }
        if index.heroes.shownCount == 0 { try await waitForHeroes() }
        let prefix = query.nameStartsWith.flatMap { $0.isBlank ? nil : $0 }
        let heroes = index.heroes
        let list =
            query.order == .known ? heroes.bestKnown(query.range) : heroes.list(startingWith: prefix, query.range)
        return heroPage(list.heroes, query.range, total: list.total)
    }

    package func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        let record = try await character(id)
        guard var hero = index.heroes.hero(id) else { throw .notFound }
        hero.biography = record.biography
        hero.facts = HeroFacts(
            realName: hero.facts?.realName, aliases: record.aliases,
            teams: teams(record).prefix(ResponseLimit.references).map { HeroFacts.Membership($0) },
            firstAppearance: record.firstIssue,
            appearances: hero.facts?.appearances)
        let heroes = index.heroes
        hero.relations = [(Relation.Kind.ally, record.friends), (.enemy, record.enemies)].flatMap { kind, ids in
            heroes.bestKnown(ids.filter { $0 != id }, 12).map { Relation(kind, $0) }
        }
        return Attributed(hero, attribution: Self.attribution)
    }

    /// Returns the teams of a hero, with ids of those that the index has.
    func teams(_ record: CharacterRecord) -> [TopicReference] {
        let known = index.topics(.teams)
        return record.teams.filter { !$0.title.isEmpty }.map { team in
            TopicReference(team.title, team.id.flatMap { known.topic($0.number)?.id })
        }
    }

    package var hasDetails: Bool { true }

    package func cachedHero(_ id: Hero.ID) -> Hero? {
        let heroes = index.heroes
        // Its own call may bring the details; after a failure, the name is all that is known.
        if heroes.isPending(id), records.characters.failure(of: .character(id)) == nil { return nil }
        return heroes.hero(id)
    }

    package var cachedHeroes: [Hero] { index.heroes.all }

    /// Returns the hero of a page such as `https://comicvine.gamespot.com/storm/4005-1444/`; the old number is 29.
    package func hero(ofPage url: String) -> Hero? {
        guard let url = WebURL(url), url.authority == WebURL(ComicVineConfiguration.site)?.authority,
            let last = url.path.split(separator: "/").last
        else { return nil }
        let parts = last.split(separator: "-")
        guard parts.count == 2, parts[0] == "4005" || parts[0] == "29", let id = Int(parts[1]) else { return nil }
        return index.heroes.hero(id)
    }

    package var typicalLatency: Duration? { client.latency }

    package var revision: UInt64? { index.revision.load(ordering: .relaxed) &+ records.revision }

    package var metrics: ComicVineMetrics {
        let (budget, heroes) = (client.budget.metrics, index.heroes)
        return ComicVineMetrics(
            calls: client.calls, remaining: budget.remaining, pauses: budget.pauses, members: heroes.count,
            shown: heroes.shownCount, pending: heroes.pendingCount)
    }

    /// The operator's next step if calls are paused, or heroes are missing; nil otherwise.
    package var advice: String? { client.budget.advice ?? index.advice }

    /// Returns the details of a hero; throws `notFound` if the hero is not Marvel's.
    func character(_ id: Hero.ID) async throws(HeroError) -> CharacterRecord {
        if index.heroes.count == 0 { try await waitForHeroes() }
        guard index.heroes.contains(id) else {
            if index.hasMembership { throw .notFound }
            throw index.failure ?? .timedOut("the list of all heroes is still being read")
        }
        return try await record(.character(id), records.characters) { [client, index] caller async throws(HeroError) in
            do throws(HeroError) {
                let character = try await client.object(.character(id), for: caller)
                index.insert([character])
                guard index.heroes.contains(id) else { throw .notFound }
                return CharacterRecord(character)
            } catch {
                if error == .notFound { index.remove([id]) }
                throw error
            }
        }
    }

    /// Returns a record, requested if it is missing or not valid, and in the background if it is old.
    func record<Value: RefreshableRecord>(
        _ key: RecordKey, _ cache: ResponseCache<RecordKey, Value>, isValid: (Value) -> Bool = { _ in true },
        _ fetch: @escaping @Sendable (ComicVineClient.Caller) async throws(HeroError) -> Value
    ) async throws(HeroError) -> Value {
        try await cache.response(to: key, mayCall: caller != nil, isValid: isValid) {
            [caller] isRevalidation async throws(HeroError) in
            let record = try await fetch(isRevalidation ? .revalidation : caller ?? .background)
            guard let known = await cache.stored(key) else { return record }
            return try record.refreshing(known)
        }.value
    }

    /// Waits for the first heroes within 10 s of the first start.
    private func waitForHeroes() async throws(HeroError) {
        guard caller != nil else { throw .notCached }
        while index.heroes.shownCount == 0 {
            if let failure = index.failure { throw failure }
            guard clock.now() < start + 10 else { break }
            // The page's task may be cancelled, which ends the wait.
            do { try await clock.sleep(0.1) } catch { throw .cancelled }
        }
        guard index.heroes.count > 0 else { throw .timedOut("the first heroes are still loading") }
    }

    /// Returns a page of heroes, which may be incomplete while heroes or their details are missing.
    func heroPage(_ heroes: [Hero], _ range: PageRange, total: Int) -> ListPage<Hero> {
        var page = page(heroes, range, total: total)
        page.gap = index.isLoading ? .stillLoading : nil
        return page
    }

    func page<Item>(_ items: [Item], _ range: PageRange, total: Int) -> ListPage<Item> {
        ListPage(items: items, range: range, total: total, attribution: Self.attribution)
    }

    static let attribution = Attribution(
        html: "Data and pictures from <a href=\"\(ComicVineConfiguration.site)/\">Comic Vine</a>")
}
