import Curl
import Foundation
import Support
import Testing

/// Clients change favourites as fast as they can while the program is killed again and again. `CRASH_KILLS` is the
/// number of kills, and `CRASH_SEED` repeats the timing of an earlier run.
@Suite("Favourites after crashes", .timeLimit(.minutes(30)))
struct CrashTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["CRASH_KILLS"].flatMap { Int($0) } ?? 6
    private static let seed = environment["CRASH_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...UInt64.max)
    private static let visitors = 16

    @Test("after every kill, acknowledged changes are stored and every file's checksum is correct")
    func kills() async throws {
        print("CRASH_KILLS=\(Self.kills) CRASH_SEED=\(Self.seed)")
        var generator = SeededGenerator(seed: Self.seed)
        var site = try await RunningSite()
        let url = site.url
        let page = try await FavouriteClient(curl: Curl()).page("/heroes", at: url)
        let heroes = Array(try FavouriteClient.firstHeroes(in: page).prefix(15))
        let ledger = Ledger()
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<Self.visitors {
                tasks.addTask { try await LedgerVisitor(heroes[0], at: url, ledger).changing(heroes, at: url) }
            }
            for _ in 0..<Self.kills {
                try await ledger.waitForChanges(.random(in: 1...100, using: &generator))
                // Spreads the kills, which would all come at the end of a change otherwise.
                try await Task.sleep(for: .microseconds(.random(in: 0...5000, using: &generator)))
                await site.program.crash()
                #expect(await !site.program.errorOutput().contains("damaged"))
                site = try await RunningSite(data: site.data, ["--port", String(url.split(separator: ":").last ?? "")])
            }
            try await ledger.waitForChanges()
            ledger.close()
            for try await var visitor in tasks { #expect(try await visitor.agrees(with: url)) }
        }
        #expect(await site.program.stop() == 0)
        #expect(await site.program.errorOutput() == "")
        #expect(try await corruptFiles(site.data.path) == "")
        print("\(ledger.acknowledged) changes acknowledged")
        site.data.remove()
    }

    /// Returns the files with a wrong checksum, computed with `tail` and `sha256sum`.
    private func corruptFiles(_ data: String) async throws -> String {
        let script = """
            find "$0" -name '*.jsonl' | while read -r file; do
                sum=$(tail -n +2 "$file" | sha256sum | cut -d ' ' -f 1)
                head -n 1 "$file" | grep -q "\\"checksum\\":\\"$sum\\"" || echo "$file" >&2
            done
            """
        let check = try Program("/bin/sh", ["-c", script, data])
        #expect(await check.status() == 0)
        return await check.errorOutput()
    }
}
