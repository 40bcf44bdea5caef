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
            The bare disk does, in as many threads as there are clients, what one has to without a store: it writes \
            \(small.bytes.count) bytes to a new file beside a visitor’s, syncs it, renames it over the last one and syncs the folder. The \
            store has more to do, but writes over an old file of the visitor’s instead of making one and deleting another. Medians \
            of \(rounds.count) rounds of \(seconds.text(1)) s, by turns, in the folder for temporary files (TMPDIR); the \
            ratio is that of the two in one round.

            \(rates)

            Visitors on the disk, each with five heroes and the three files that the store leaves after some changes. Of \
            them eight clients each take any, look at what they keep, as the page does on which the heart is, and toggle \
            one, in \(3 * rounds.count) rounds by turns among the few and the many, after everything else is on the disk. \
            The small crowd fits the store’s memory; of the large one all but every visitor’s file is read at the look. The \
            bare disk does in eight threads, among the same visitors and in the same rounds, the same without a store: it \
            reads the visitor’s file and replaces one beside it. Start-up is the time until the store has answered for one \
            visitor; it reads nobody else’s file.

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
            { try disk.result(threads: threads, seconds: seconds).rate },
        ])
        let (store, bare) = (Spread(results[0]), Spread(results[1]))
        let ratio = Spread(results[0], to: results[1]) { $0 }.median
        return (ratio, [store.text(), store.range(), bare.text(), bare.range()])
    }

    private func crowds(_ small: VisitorCrowd, _ large: VisitorCrowd) async throws -> (table: String, figures: [Figure])
    {
        Progress.tell("toggling among \(large.count) visitors")
        let crowds = [small, large]
        var pieces: [() async throws -> ToggleRun.Result] = []
        for crowd in crowds {
            let count = crowd.count
            let store = try FileStore(folder: crowd.folder.path)
            let run = ToggleRun(store: store, clients: Self.clients, looksFirst: true) { _, _ in
                VisitorCrowd.visitor(Int.random(in: 0..<count))
            }
            pieces.append { try await run.result(seconds: seconds) }
        }
        for crowd in crowds {
            let disk = crowd.bareDiskAmongAll()
            pieces.append { try disk.result(threads: Self.clients, seconds: seconds) }
        }
        for piece in pieces { _ = try await piece() }
        sync()
        // The slowest hundredth scatters more than a rate does.
        let results = try await Rounds(count: 3 * rounds.count).results(pieces)
        let starts = try await rounds.results(crowds.map { crowd in { try await start(crowd) } })
        return (
            crowdTable(crowds, results, starts),
            crowdFigures("\(large.count) visitors to \(small.count)", results, starts)
        )
    }

    private static let clients = 8

    /// The results are the store's with the small crowd and the large one, and then the bare disk's.
    private func crowdTable(
        _ crowds: [VisitorCrowd], _ results: [[ToggleRun.Result]], _ starts: [[Double]]
    ) -> String {
        var table = Table(
            "visitors", "toggle: median ms", "p99 ms", "range of p99", "with the look: median ms", "p99 ms",
            "bare disk: median ms", "p99 ms", "range of p99", "start-up ms")
        for (number, crowd) in crowds.enumerated() {
            let (toggles, bare) = (results[number], results[number + 2])
            let visits = [50, 99].map { percent in Spread(toggles) { $0.visit(percent: percent) }.text(1000, 2) }
            table.add(
                ["\(crowd.count)"] + cells(toggles) + visits + cells(bare) + [Spread(starts[number]).text(1000, 2)])
        }
        return table.text
    }

    private func cells(_ results: [ToggleRun.Result]) -> [String] {
        let p99 = Spread(results) { $0.time(percent: 99) }
        return [Spread(results) { $0.time(percent: 50) }.text(1000, 2), p99.text(1000, 2), p99.range(1000, 2)]
    }

    private func crowdFigures(
        _ crowds: String, _ results: [[ToggleRun.Result]], _ starts: [[Double]]
    ) -> [Figure] {
        func p99(_ one: Int, to other: Int) -> Double {
            Spread(results[one], to: results[other]) { $0.time(percent: 99) }.median
        }
        let visits = Spread(results[1], to: results[0]) { $0.visit(percent: 99) }.median
        return [
            Figure(
                name: "favourites: p99 of a toggle and the look before, \(crowds)", value: visits, goal: .atMost(1.2)),
            Figure(name: "favourites: p99 of the toggle alone, \(crowds)", value: p99(1, to: 0)),
            Figure(name: "favourites: the same of the bare disk, \(crowds)", value: p99(3, to: 2)),
            Figure(
                name: "favourites: start-up, \(crowds)", value: Spread(starts[1], to: starts[0]) { $0 }.median),
        ]
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
