import FoundationEssentials
import Heroes

/// Keeps the index up to date in the background: members weekly, changes at each start and daily, details until all
/// heroes have them, and story arcs monthly.
struct IndexUpdater: Sendable {
    let client: ComicVineClient
    let index: ComicVineIndex
    let records: ComicVineRecords
    let clock: SourceClock

    private static let day = 86_400.0
    /// A bound for the pages of changes: a year's.
    private static let maximumChangePages = 100

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
                // The client has reported the failure. Without sleep, the task was cancelled.
                try? await clock.sleep(max(pause, Double((error as? HeroError)?.requestedPause ?? 0)))
                pause = min(pause * 2, 3_600)
            }
        }
    }

    func updateHeroes() async throws {
        do throws(HeroError) {
            let isNew = await records.dates.stored(.changesDate) == nil
            // The changes come first, since the members' names are not dated.
            if !isNew { try await readChanges() }
            try await readMembership()
            try await readDetails()
            index.failure = nil
        } catch {
            index.failure = error
            throw error
        }
    }

    private func readMembership() async throws(HeroError) {
        let start = clock.now()
        if await !records.dates.isDue(.membershipDate) { return }
        let publisher = try await client.object(.membership, for: .background)
        guard publisher.id == ComicVineIndex.marvel, !publisher.characters.isEmpty else {
            throw .invalidResponse(status: 200, "the publisher has no characters")
        }
        index.setMembers(publisher.characters)
        records.dates.save(.membershipDate, start)
        if await records.dates.stored(.changesDate) == nil { records.dates.save(.changesDate, start) }
    }

    /// Reads the changes since the day before the last run: the dates' time zone is not known.
    private func readChanges() async throws(HeroError) {
        let start = clock.now()
        guard let last = await records.dates.stored(.changesDate) else { return }
        for page in 0..<Self.maximumChangePages {
            let offset = page * ComicVineIndex.batchLength
            let (characters, total) = try await client.list(
                .heroesChanged(from: last - Self.day, to: start + Self.day, offset: offset), for: .background)
            index.insert(characters)
            if offset + ComicVineIndex.batchLength >= total || characters.isEmpty { break }
        }
        records.dates.save(.changesDate, start)
    }

    /// Reads the details of all heroes without any, a hundred per call.
    private func readDetails() async throws(HeroError) {
        while true {
            guard try await readDetails(first: [], for: .background) else { return }
            index.failure = nil
        }
    }

    /// Reads the details of up to a hundred heroes, first of these; returns false if there are none without details.
    func readDetails(first: [Hero.ID], for caller: ComicVineClient.Caller) async throws(HeroError) -> Bool {
        let ids = index.reservePending(first: first)
        guard !ids.isEmpty else { return false }
        defer { index.release(ids) }
        let (characters, _) = try await client.list(.heroes(ids: ids), for: caller)
        let found = Set(characters.map(\.id))
        // Many heroes do not vanish at once.
        guard ids.count < 10 || ids.contains(where: found.contains) else {
            throw .invalidResponse(status: 200, "none of \(ids.count) heroes was found")
        }
        index.insert(characters)
        // Heroes that were deleted since the list of members was made.
        index.remove(ids.filter { !found.contains($0) })
        return true
    }

    func updateArcs() async throws {
        // The first calls after the first start are for heroes.
        while index.heroes(\.shownCount) == 0 { try await clock.sleep(1) }
        var (offset, total) = (0, 1)
        while offset < total {
            total = try await arcs(offset: offset).total
            offset += ComicVineIndex.batchLength
        }
        await loadArcs()
    }

    /// Returns a page of story arcs, requested if the stored one is missing or old.
    private func arcs(offset: Int) async throws(HeroError) -> ArcPage {
        let key = RecordKey.arcs(offset: offset)
        if await !records.arcs.isDue(key), let page = await records.arcs.stored(key) { return page }
        let (arcs, total) = try await client.list(.storyArcs(offset: offset), for: .background)
        let own = arcs.filter { $0.publisherID == ComicVineIndex.marvel }
        let page = ArcPage(arcs: own.map(ArcRecord.init), total: arcs.isEmpty ? 0 : total)
        records.arcs.save(key, page)
        return page
    }

    /// Loads the story arcs and their issues from the records.
    func loadArcs() async {
        var arcs: [ArcRecord] = []
        var offset = 0
        while let page = await records.arcs.stored(.arcs(offset: offset)) {
            arcs += page.arcs
            offset += ComicVineIndex.batchLength
        }
        guard offset > 0 else { return }
        var loaded = ArcIndex(arcs)
        for (key, issues) in await records.ids.indexed() {
            RecordKey.arcID(ofIssues: key).map { loaded.setIssues(issues, of: $0) }
        }
        index.setArcs(loaded)
    }
}

/// Keeps the indexes of several machines the same: one machine at a time updates its own, and the others load its
/// changes.
struct IndexSharing: Sendable {
    let shared: ComicVineStores.Shared
    let index: ComicVineIndex
    let updater: IndexUpdater
    let clock: SourceClock

    /// Seconds between two looks at the changes, while heroes are still loading and later.
    private static let intervals = (loading: 2.0, later: 30.0)
    /// Seconds between two looks at the lease of the machine that updates.
    private static let leaseInterval = 30.0
    /// Seconds within which a change may be committed after a later one.
    private static let overlap = 60.0

    /// Runs until the task is cancelled.
    func run() async {
        await withTaskGroup { tasks in
            tasks.addTask { await loadChanges() }
            tasks.addTask { await updateAsLeader() }
        }
    }

    private func loadChanges() async {
        // After the start and after each outage of the store, everything is loaded.
        var last: Date?
        repeat {
            let start = clock.now()
            last = await index.load(since: last) ? start - Self.overlap : nil
            await updater.loadArcs()
        } while await pause(isLoading ? Self.intervals.loading : Self.intervals.later)
    }

    private var isLoading: Bool { index.heroes { $0.count == 0 || $0.pendingCount > 0 } }

    private func updateAsLeader() async {
        repeat {
            guard await shared.isLeader() else { continue }
            await withTaskGroup { tasks in
                tasks.addTask { await updater.run() }
                tasks.addTask { while await pause(Self.leaseInterval), await shared.isLeader() {} }
                // The other machines wait for the end of the lease.
                await tasks.next()
                tasks.cancelAll()
            }
        } while await pause(Self.leaseInterval)
    }

    /// Returns false if the task is cancelled.
    private func pause(_ seconds: Double) async -> Bool {
        do {
            try await clock.sleep(seconds)
            return true
        } catch {
            return false
        }
    }
}
