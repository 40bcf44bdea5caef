import Glibc
import Storage
import Synchronization

/// The visitors of a crowd whom clients toggle for.
struct VisitorScene {
    let name: String
    let crowd: VisitorCrowd
    /// What has to be done before each round, and does not count.
    let prepare: () throws -> Void
    /// The number of a visitor.
    let choose: @Sendable () -> Int
    /// Whether what the visitors keep is in the store’s memory.
    var isRemembered = false
    /// Whether each looks at what they keep first, as every page with a heart does.
    var isLookedAt = false

    /// Any of so many, time and again, who are soon in the store’s memory.
    static func inUse(_ count: Int, of crowd: VisitorCrowd, isLookedAt: Bool = false) -> VisitorScene {
        VisitorScene(
            name: "\(count) in use, of \(crowd.count)\(isLookedAt ? ", on a page just opened" : "")", crowd: crowd,
            // Between two rounds a kernel may have let go of them.
            prepare: { crowd.readFiles(of: Array(0..<count)) },
            choose: { Int.random(in: 0..<count) }, isRemembered: true, isLookedAt: isLookedAt)
    }

    /// Others in each round, whose files the kernel has in its memory.
    static func readBefore(of crowd: VisitorCrowd) -> VisitorScene {
        let sample = Sample()
        return VisitorScene(name: "any of \(crowd.count), in the kernel’s memory", crowd: crowd) {
            let numbers = (0..<min(Sample.size, crowd.count)).map { _ in Int.random(in: 0..<crowd.count) }
            crowd.readFiles(of: numbers)
            sample.replace(by: numbers)
        } choose: {
            sample.next()
        }
    }

    /// Any, most of whose files nobody has touched since all were made.
    static func leftAlone(of crowd: VisitorCrowd, isLookedAt: Bool = false) -> VisitorScene {
        VisitorScene(
            name: "any of \(crowd.count), \(isLookedAt ? "on a page just opened" : "left alone before")", crowd: crowd,
            prepare: {}, choose: { Int.random(in: 0..<crowd.count) }, isRemembered: isLookedAt, isLookedAt: isLookedAt)
    }

    /// Visitors for one round, who take turns.
    private final class Sample: Sendable {
        /// More than are toggled for in a round.
        static let size = 10_000

        private let numbers = Mutex<(all: [Int], next: Int)>(([0], 0))

        func replace(by all: [Int]) { numbers.withLock { $0 = (all, 0) } }

        func next() -> Int {
            numbers.withLock { numbers in
                numbers.next += 1
                return numbers.all[numbers.next % numbers.all.count]
            }
        }
    }
}

extension VisitorScene {
    /// What a round gave.
    struct Result {
        let toggles: ToggleRun.Result
        /// Bytes that had to be read from the disk for each.
        let read: Double
    }

    /// Clients of a store that each toggle one of a visitor's favourites.
    func round(_ store: FileStore, clients: Int, seconds: Double) -> () async throws -> Result {
        let client = ToggleRun.Client(hero: VisitorCrowd.hero, keepers: crowd.keepers)
        let clients = [ToggleRun.Client](repeating: client, count: clients)
        let run = ToggleRun(store: store, clients: clients, isLookedAt: isLookedAt) { [choose] _, _ in choose() }
        return { try await result(.own) { try await run.result(seconds: seconds) } }
    }

    /// The same of a site, which toggles for the forms that are sent to it.
    func round(_ site: SiteClients, clients: Int, seconds: Double) -> () async throws -> Result {
        let threads = site.threads(lookedAt: isLookedAt, visitor: choose)
        return { try await result(site.processes) { try threads.result(threads: clients, seconds: seconds) } }
    }

    /// The same without a store: threads that make the calls which that cannot do without.
    func bareRound(threads: Int, seconds: Double) -> () async throws -> Result {
        let disk = crowd.bareDisk(reading: !isRemembered, lookedAt: isLookedAt, filesOf: choose)
        return {
            try await result(.own) { try disk.result(threads: threads, seconds: seconds) }
        }
    }

    private func result(
        _ processes: ProcessTree, _ run: () async throws -> ToggleRun.Result
    ) async throws -> Result {
        try prepare()
        let before = try processes.bytesRead()
        let toggles = try await run()
        return Result(toggles: toggles, read: (try processes.bytesRead() - before) / Double(toggles.count))
    }
}

extension [VisitorScene.Result] {
    /// The median and the slowest hundredth in milliseconds, and what was read, for a table.
    var cells: [String] {
        let p99 = Spread(self) { $0.toggles.time(percent: 99) }
        return [
            Spread(self) { $0.toggles.time(percent: 50) }.text(1000, 2), p99.text(1000, 2), p99.range(1000, 2),
            Spread(self) { $0.read }.text(1 / 1024, 1),
        ]
    }

    /// The slowest hundredth to that of others in the same rounds.
    func p99(to others: Self) -> Double { Spread(self, to: others) { $0.toggles.time(percent: 99) }.median }
}
