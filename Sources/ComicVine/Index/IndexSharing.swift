import FoundationEssentials
import Heroes

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
