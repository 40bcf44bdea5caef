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
        let (rates, rateFigures) = try await rates(VisitorCrowd(crowds[0]))
        // Visitors who keep no more than those of the large crowd.
        let (small, few) = (try await VisitorCrowd(crowds[0]), try await VisitorCrowd(crowds[0]))
        Progress.tell("making \(crowds[1]) visitors")
        let large = try await VisitorCrowd(crowds[1])
        Progress.tell("toggling among \(large.count) visitors")
        let contest = CrowdContest(small, large, few, rounds: rounds, seconds: seconds)
        let crowds = try await contest.report()
        Progress.tell("toggling by way of the site")
        let site = try await contest.siteReport()
        let text = """
            ## Favourites

            `script/bench favourites`: toggles that are answered once they are on the disk, at the store’s own interface. \
            The bare disk does, in as many threads as there are clients, what one has to without a store: it writes \
            \(large.bytes.count) bytes to a new file beside a visitor’s, syncs it, renames it over the last one and syncs the folder. The \
            store has more to do, but writes over an old file of the visitor’s instead of making one and deleting another: \
            ext4 without a journal passes over each file’s place in its table that was deleted within the last minutes, so the \
            bare disk gets slower the more it has replaced. Medians \
            of \(rounds.count) rounds of \(seconds.text(1)) s, by turns, in the folder for temporary files (TMPDIR); the \
            ratio is that of the two in one round.

            \(rates)

            \(crowds.text)

            \(site.text)
            """
        return Report(text: text, figures: rateFigures + crowds.figures + site.figures) {
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
            let run = try ToggleRun(store: FileStore(folder: crowd.folder), clients: .apart(clients)) {
                client, toggle in
                (client * 16 + toggle % 16) % count
            }
            let (ratio, row) = try await compare(run, crowd, threads: clients)
            table.add("\(clients)", row[0], row[1], row[2], row[3], ratio.text(2))
            figures.append(
                Figure(
                    name: "favourites: durable toggles to bare replacements, \(clients) at once", value: ratio,
                    goal: .atLeast(0.8)))
        }
        let common = try ToggleRun(store: FileStore(folder: crowd.folder), clients: .apart(64)) { _, _ in 0 }
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
}
