import Foundation
import Heroes
import Storage

/// The store of favourites against the bare disk, and with a million visitors against a thousand.
struct FavouritesSuite {
    private let rounds: Rounds
    private let seconds: Double
    private let crowds: [Int]

    init(_ effort: Effort) {
        rounds = effort.rounds
        seconds = effort.isQuick ? 0.3 : 0.8
        crowds = effort.isQuick ? [100, 2000] : [1000, 1_000_000]
    }

    func report() async throws -> Report {
        let small = try await VisitorCrowd(crowds[0])
        let (rates, rateFigures) = try await rates(small)
        Progress.tell("making \(crowds[1]) visitors")
        let large = try await VisitorCrowd(crowds[1])
        let (crowdTable, crowdFigures) = try await crowds(small, large)
        let text = """
            ## Favourites

            `script/bench favourites`: toggles that are answered once they are on the disk, at the store’s own interface. \
            The bare disk does, in as many threads as there are clients, what cannot be left out: it writes \
            \(small.bytes.count) bytes to a new file beside a visitor’s, syncs it, renames it over the last one and syncs the folder. Medians \
            of \(rounds.count) rounds of \(seconds.text(1)) s, by turns, in the folder for temporary files (TMPDIR); the \
            ratio is that of the two in one round.

            \(rates)

            Visitors on the disk, each with five heroes, of whom eight clients toggle any, by turns among the few and the \
            many, after everything else is on the disk; the small crowd fits the store’s memory, of the large one all but \
            every visitor’s file is read first. Start-up is the time until the store has answered for one visitor; it \
            reads nobody else’s file.

            \(crowdTable)
            """
        return Report(text: text, figures: rateFigures + crowdFigures) {
            Progress.tell("removing \(large.count) visitors")
            large.remove()
        }
    }

    /// What one client, eight and 64 reach, each with visitors of their own, and 64 with one in common.
    private func rates(_ crowd: VisitorCrowd) async throws -> (table: String, figures: [Figure]) {
        var table = Table("clients", "toggles/s", "range", "bare disk/s", "range", "ratio")
        var figures: [Figure] = []
        let count = crowd.count
        for clients in [1, 8, 64] {
            Progress.tell("toggling with \(clients) clients")
            let run = try ToggleRun(store: FileStore(folder: crowd.folder.path), clients: clients) { client, toggle in
                VisitorCrowd.visitor((client * 16 + toggle % 16) % count)
            }
            let (ratio, row) = try await compare(run, crowd, threads: clients)
            table.add("\(clients)", row[0], row[1], row[2], row[3], ratio.text(2))
            figures.append(
                Figure(
                    name: "favourites: durable toggles to bare replacements, \(clients) at once", value: ratio,
                    goal: .atLeast(0.8)))
        }
        let common = try ToggleRun(store: FileStore(folder: crowd.folder.path), clients: 64) { _, _ in
            VisitorCrowd.visitor(0)
        }
        let (ratio, row) = try await compare(common, crowd, threads: 1)
        table.add("64, one visitor", row[0], row[1], "one at a time: " + row[2], row[3], ratio.text(2))
        figures.append(
            Figure(
                name: "favourites: toggles of one visitor by 64 clients to bare replacements one by one", value: ratio))
        return (table.text, figures)
    }

    private func compare(_ run: ToggleRun, _ crowd: VisitorCrowd, threads: Int) async throws -> (
        ratio: Double, row: [String]
    ) {
        let disk = crowd.bareDisk()
        _ = try await run.result(seconds: seconds / 3)
        let results = try await rounds.results([
            { try await run.result(seconds: seconds).rate },
            { try disk.rate(threads: threads, seconds: seconds) },
        ])
        let (store, bare) = (Spread(results[0]), Spread(results[1]))
        let ratio = Spread(results[0], to: results[1]) { $0 }.median
        return (ratio, [store.text(), store.range(), bare.text(), bare.range()])
    }

    private func crowds(_ small: VisitorCrowd, _ large: VisitorCrowd) async throws -> (table: String, figures: [Figure])
    {
        Progress.tell("toggling among \(large.count) visitors")
        let runs = try [small, large].map { crowd in
            let count = crowd.count
            return ToggleRun(store: try FileStore(folder: crowd.folder.path), clients: 8) { _, _ in
                VisitorCrowd.visitor(Int.random(in: 0..<count))
            }
        }
        for run in runs { _ = try await run.result(seconds: seconds) }
        sync()
        let results = try await rounds.results(runs.map { run in { try await run.result(seconds: seconds) } })
        let starts = try await rounds.results([small, large].map { crowd in { try await start(crowd) } })
        var table = Table("visitors", "median ms", "p99 ms", "range of p99", "start-up ms")
        for (crowd, (results, starts)) in zip([small, large], zip(results, starts)) {
            let p99 = Spread(results) { $0.time(percent: 99) }
            table.add(
                "\(crowd.count)", Spread(results) { $0.time(percent: 50) }.text(1000, 2), p99.text(1000, 2),
                p99.range(1000, 2), Spread(starts).text(1000, 2))
        }
        let ratio = Spread(results[1], to: results[0]) { $0.time(percent: 99) }.median
        return (
            table.text,
            [
                Figure(
                    name: "favourites: p99 of a toggle, \(large.count) visitors to \(small.count)", value: ratio,
                    goal: .atMost(1.2)),
                Figure(
                    name: "favourites: start-up, \(large.count) visitors to \(small.count)",
                    value: Spread(starts[1], to: starts[0]) { $0 }.median),
            ]
        )
    }

    /// Seconds until a new store has told one visitor’s favourites.
    private func start(_ crowd: VisitorCrowd) async throws -> Double {
        let start = ContinuousClock.now
        let store = try FileStore(folder: crowd.folder.path)
        let kept = try await store.favourites(of: VisitorCrowd.visitor(1))
        guard kept.count >= 5 else { throw Unmeasurable("a visitor of the crowd has only \(kept.count) heroes") }
        return (ContinuousClock.now - start) / .seconds(1)
    }
}
