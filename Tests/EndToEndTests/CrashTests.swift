import Curl
import Foundation
import Support
import Synchronization
import Testing

/// Clients toggle as fast as they can while the program is killed again and again. `CRASH_KILLS` says how often, and
/// `CRASH_SEED` repeats the moments of an earlier run.
@Suite("Favourites through crashes", .timeLimit(.minutes(30)))
struct CrashTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["CRASH_KILLS"].flatMap { Int($0) } ?? 6
    private static let seed = environment["CRASH_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...UInt64.max)
    private static let visitors = 50
    private static let clients = 16

    @Test("what was acknowledged is there after every kill, and no file is torn")
    func kills() async throws {
        print("CRASH_KILLS=\(Self.kills) CRASH_SEED=\(Self.seed)")
        var generator = SeededGenerator(seed: Self.seed)
        var site = try await RunningSite()
        let data = site.data
        let curl = Curl()
        let page = try await FavouriteClient(curl: curl).page("/heroes", at: site.url)
        let heroes = Array(FavouriteClient.heroes(in: page).prefix(15))
        try #require(heroes.count == 15)
        let model = FavouritesModel(try await visitors(site, curl, heroes[0]), kept: [heroes[0]])
        for _ in 0..<Self.kills {
            let toggles = model.acknowledged + Int.random(in: 1...300, using: &generator)
            let microseconds = Int.random(in: 0...5000, using: &generator)
            let seeds = (0..<Self.clients).map { _ in generator.next() }
            await withTaskGroup { [site] tasks in
                for (client, seed) in seeds.enumerated() {
                    tasks.addTask { await toggle(model, client, seed, heroes, at: site.url) }
                }
                tasks.addTask {
                    await model.wait(for: toggles)
                    // So that kills do not all come at the end of a toggle.
                    try? await Task.sleep(for: .microseconds(microseconds))
                    await site.program.crash()
                }
            }
            #expect(await !site.program.errorOutput().contains("damaged"))
            site = try await RunningSite(data: data)
            try await compare(model, site.url)
        }
        #expect(await site.program.stop() == 0)
        #expect(await site.program.errorOutput() == "")
        #expect(try await tornFiles(data.path) == "")
        print("\(model.acknowledged) toggles acknowledged")
        data.remove()
    }

    private func visitors(_ site: RunningSite, _ curl: Curl, _ hero: Int) async throws -> [FavouriteClient] {
        var clients: [FavouriteClient] = []
        for _ in 0..<Self.visitors {
            var client = FavouriteClient(curl: curl)
            try await client.set(hero, kept: true, at: site.url)
            clients.append(client)
        }
        return clients
    }

    /// Toggles for visitors of this client alone until the program is gone.
    private func toggle(_ model: FavouritesModel, _ client: Int, _ seed: UInt64, _ heroes: [Int], at url: String) async
    {
        var generator = SeededGenerator(seed: seed)
        let own = stride(from: client, to: Self.visitors, by: Self.clients).map { $0 }
        while true {
            let visitor = own[Int.random(in: own.indices, using: &generator)]
            let hero = heroes[Int.random(in: heroes.indices, using: &generator)]
            var (browser, isKept) = model.begin(visitor, hero)
            do {
                try await browser.set(hero, kept: isKept, at: url)
            } catch {
                // Killed meanwhile: nobody knows whether this one has been made.
                return
            }
            model.acknowledge(visitor)
        }
    }

    /// Every visitor has what was acknowledged; of what was under way nothing, or all.
    private func compare(_ model: FavouritesModel, _ url: String) async throws {
        for visitor in 0..<Self.visitors {
            let found = Set(try await model.client(visitor).kept(at: url))
            #expect(model.settle(visitor, found), "visitor \(visitor) has \(found.sorted())")
        }
    }

    /// The files whose checksum is not that of their lines, as anybody can tell with `tail` and `sha256sum`.
    private func tornFiles(_ data: String) async throws -> String {
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

/// What each visitor has by what was acknowledged, and what is under way.
private final class FavouritesModel: Sendable {
    private struct Entry {
        let client: FavouriteClient
        var kept: Set<Int>
        var underWay: Int?
    }

    private struct State {
        var entries: [Entry]
        var acknowledged = 0
        var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state: Mutex<State>

    /// All visitors have the same heroes at first.
    init(_ clients: [FavouriteClient], kept: Set<Int>) {
        state = Mutex(State(entries: clients.map { Entry(client: $0, kept: kept) }))
    }

    var acknowledged: Int { state.withLock(\.acknowledged) }

    func client(_ visitor: Int) -> FavouriteClient { state.withLock { $0.entries[visitor].client } }

    /// The visitor's browser, and whether the hero shall be kept.
    func begin(_ visitor: Int, _ hero: Int) -> (FavouriteClient, Bool) {
        state.withLock { state in
            state.entries[visitor].underWay = hero
            return (state.entries[visitor].client, !state.entries[visitor].kept.contains(hero))
        }
    }

    func acknowledge(_ visitor: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if let hero = state.entries[visitor].underWay {
                state.entries[visitor].kept.formSymmetricDifference([hero])
            }
            state.entries[visitor].underWay = nil
            state.acknowledged += 1
            guard let waiting = state.waiting, state.acknowledged >= waiting.count else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        waiting?.resume()
    }

    /// Waits until so many toggles are acknowledged.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.acknowledged < count { state.waiting = (count, continuation) }
                return state.acknowledged >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Takes what is found as the visitor's state; false where it cannot be.
    func settle(_ visitor: Int, _ found: Set<Int>) -> Bool {
        state.withLock { state in
            let entry = state.entries[visitor]
            state.entries[visitor].kept = found
            state.entries[visitor].underWay = nil
            return found == entry.kept || found == entry.underWay.map { entry.kept.symmetricDifference([$0]) }
        }
    }
}
