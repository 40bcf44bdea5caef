import FoundationEssentials
import Heroes

/// Keeps the index up to date in the background: members weekly, changes at each start and daily, details until all
/// heroes have them, and story arcs monthly.
struct IndexUpdater: Sendable {
    let client: ComicVineClient
    let index: ComicVineIndex
    let records: ComicVineRecords
    let clock: SourceClock
    let report: @Sendable (String) -> Void

    private static let day = 86_400.0

    /// Runs until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await repeatedly { try await updateHeroes() } }
            group.addTask { await repeatedly { try await updateArcs() } }
        }
    }

    /// Runs the action once a day, and again after a pause if it fails.
    private func repeatedly(_ action: () async throws -> Void) async {
        var pause = 60.0
        while !Task.isCancelled {
            do {
                try await action()
                pause = 60
                try await clock.sleep(Self.day)
            } catch is CancellationError {
                return
            } catch {
                // Without sleep, the task was cancelled.
                try? await clock.sleep(max(pause, Double((error as? HeroError)?.requestedPause ?? 0)))
                pause = min(pause * 2, 3_600)
            }
        }
    }

    /// Updates the heroes; the failure of a step does not prevent the next ones.
    func updateHeroes() async throws {
        index.beginUpdate()
        let before = index.failure
        var failure: HeroError?
        // The changes come first, since the members' names are not dated.
        for step in [readChanges, readMembership, readDetails] where failure != .cancelled {
            do throws(HeroError) { try await step() } catch { failure = failure ?? error }
            index.failure = failure
        }
        guard let failure else { return }
        if failure != before, failure != .cancelled { report("cannot update the heroes: \(failure.reason)") }
        throw failure
    }

    private func readMembership() async throws(HeroError) {
        let start = clock.now()
        let last = await records.dates.stored(.changesDate)
        // Without the mark of the records, the index may have lost heroes.
        if let mark = index.mark, mark == last, await !records.lists.isDue(.list(.teams)) { return }
        let publisher = try await client.object(.membership, for: .background)
        let members = publisher.characters
        guard !members.isEmpty else { throw .invalidResponse(status: 200, "the publisher has no characters") }
        try index.addMembers(members)
        let known = await records.lists.stored(.list(.teams)) ?? []
        records.lists.save(.list(.teams), [IndexedTopic](publisher.teams, known: known))
        setMark(index.mark ?? last ?? start)
        await loadRecords()
    }

    /// Reads the changes since the day before the last run: the dates' time zone is not known.
    private func readChanges() async throws(HeroError) {
        let (start, stored) = (clock.now(), await records.dates.stored(.changesDate))
        guard index.heroes.count > 0, let last = index.mark ?? stored else { return }
        try await client.pages(
            for: .background, { .heroesChanged(from: last - Self.day, to: start + Self.day, offset: $0) }, index.insert)
        if index.mark != nil { setMark(start) }
    }

    /// Sets the mark of the index and the records, in whole seconds, which all stores keep.
    private func setMark(_ date: Date) {
        let mark = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
        index.setMark(mark)
        records.dates.save(.changesDate, mark)
    }

    /// Reads the details of all heroes without any, a hundred per call.
    private func readDetails() async throws(HeroError) { while try await readSomeDetails() {} }

    /// Reads the details of up to a hundred heroes; returns false if there are none without details.
    func readSomeDetails() async throws(HeroError) -> Bool {
        let ids = index.pendingIDs
        if ids.isEmpty { return false }
        var failures = 0
        try await readDetails(of: ids[...], &failures)
        index.setRequested(ids)
        return true
    }

    /// Reads the details of heroes, or else those of each half, so that a bad hero does not keep the others from theirs.
    /// `failures` is the number of failed calls in a row.
    private func readDetails(of ids: ArraySlice<Hero.ID>, _ failures: inout Int) async throws(HeroError) {
        do throws(HeroError) {
            index.insert(try await client.list(.heroes(ids: Array(ids)), for: .background).items)
            failures = 0
        } catch {
            failures += 1
            // Eight calls lead to a bad hero, and a few more to its neighbours; beyond that it is not the heroes.
            guard error.concernsObject, failures <= 12 else { throw error }
            if ids.count == 1 { return }
            let middle = ids.startIndex + ids.count / 2
            try await readDetails(of: ids[..<middle], &failures)
            try await readDetails(of: ids[middle...], &failures)
        }
    }

    func updateArcs() async throws {
        // The first calls after the first start are for heroes.
        while index.heroes.shownCount == 0 { try await clock.sleep(1) }
        if await records.lists.isDue(.list(.events)) {
            var answer: [ComicVineObject] = []
            try await client.pages(for: .background, ComicVineEndpoint.storyArcs) { answer += $0 }
            let known = await records.lists.stored(.list(.events)) ?? []
            records.lists.save(.list(.events), [IndexedTopic](answer, known: known))
        }
        await loadRecords()
    }

    /// Removes an event or a team from its list, because the source does not have it any more.
    func remove(_ id: TopicID) async {
        guard [.events, .teams].contains(id.kind), let list = await records.lists.stored(.list(id.kind)),
            list.contains(where: { $0.id == id.number })
        else { return }
        records.lists.save(.list(id.kind), list.filter { $0.id != id.number })
        await loadRecords()
    }

    /// Loads what earlier processes and other machines have stored, besides heroes.
    func loadRecords() async {
        if let teams = await records.lists.stored(.list(.teams)) { index.setTopics(.teams, TopicIndex(teams)) }
        guard let arcs = await records.lists.stored(.list(.events)) else { return }
        var loaded = TopicIndex(arcs)
        for (key, issues) in await records.ids.indexed() {
            RecordKey.arcID(ofIssues: key).map { loaded.setIssues(issues, of: $0) }
        }
        index.setTopics(.events, loaded)
    }
}

/// Several machines keep the same index: one at a time updates its own, and the others load its changes.
extension IndexUpdater {
    /// Seconds between two looks at the changes, and between two looks at the lease of the machine that updates.
    private static let (changesInterval, leaseInterval) = (10.0, 30.0)
    /// Seconds within which a change may be committed after a later one.
    private static let overlap = 60.0

    /// Runs until the task is cancelled.
    func run(sharing shared: ComicVineStores.Shared) async {
        await withTaskGroup { tasks in
            tasks.addTask { await loadChanges() }
            tasks.addTask { await updateAsLeader(shared) }
        }
    }

    private func loadChanges() async {
        // After the start and after each outage of the store, everything is loaded.
        var last: Date?
        repeat {
            let start = clock.now()
            last = await index.load(since: last) ? start - Self.overlap : nil
            await loadRecords()
        } while await pause(Self.changesInterval)
    }

    private func updateAsLeader(_ shared: ComicVineStores.Shared) async {
        repeat {
            guard await shared.isLeader() else { continue }
            await withTaskGroup { tasks in
                tasks.addTask { await run() }
                tasks.addTask { while await pause(Self.leaseInterval), await shared.isLeader() {} }
                // The other machines wait for the end of the lease.
                await tasks.next()
                tasks.cancelAll()
            }
        } while await pause(Self.leaseInterval)
    }

    /// Returns false if the task is cancelled, which is the only failure.
    private func pause(_ seconds: Double) async -> Bool { (try? await clock.sleep(seconds)) != nil }
}
