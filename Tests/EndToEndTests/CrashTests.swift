import Curl
import Foundation
import Support
import Synchronization
import Testing

/// Clients toggle favourites as fast as they can while the program is killed again and again. `CRASH_KILLS` is the
/// number of kills, and `CRASH_SEED` repeats the timing of an earlier run.
@Suite("Favourites after crashes", .timeLimit(.minutes(30)))
struct CrashTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["CRASH_KILLS"].flatMap { Int($0) } ?? 6
    private static let seed = environment["CRASH_SEED"].flatMap { UInt64($0) } ?? .random(in: 1...UInt64.max)
    private static let visitors = 50
    private static let clients = 16

    @Test("after every kill, acknowledged changes are stored and every file's checksum is correct")
    func kills() async throws {
        print("CRASH_KILLS=\(Self.kills) CRASH_SEED=\(Self.seed)")
        var generator = SeededGenerator(seed: Self.seed)
        var site = try await RunningSite()
        let data = site.data
        let curl = Curl()
        let page = try await FavouriteClient(curl: curl).page("/heroes", at: site.url)
        let heroes = Array(FavouriteClient.heroes(in: page).prefix(15))
        try #require(heroes.count == 15)
        let model = FavouritesModel(try await visitors(site, curl, heroes[0]), favourites: [heroes[0]])
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
                    // Spreads the kills, which would all come at the end of a toggle otherwise.
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
        #expect(try await corruptFiles(data.path) == "")
        print("\(model.acknowledged) toggles acknowledged")
        data.remove()
    }

    private func visitors(_ site: RunningSite, _ curl: Curl, _ hero: Int) async throws -> [FavouriteClient] {
        var clients: [FavouriteClient] = []
        for _ in 0..<Self.visitors {
            var client = FavouriteClient(curl: curl)
            try await client.set(hero, isFavourite: true, at: site.url)
            clients.append(client)
        }
        return clients
    }

    /// Toggles favourites of this client's visitors until the program is killed.
    private func toggle(_ model: FavouritesModel, _ client: Int, _ seed: UInt64, _ heroes: [Int], at url: String) async
    {
        var generator = SeededGenerator(seed: seed)
        let own = stride(from: client, to: Self.visitors, by: Self.clients).map { $0 }
        while true {
            let visitor = own[Int.random(in: own.indices, using: &generator)]
            let hero = heroes[Int.random(in: heroes.indices, using: &generator)]
            var (client, isFavourite) = model.begin(visitor, hero)
            do {
                try await client.set(hero, isFavourite: isFavourite, at: url)
            } catch {
                // Killed during the request: the change may or may not be stored.
                return
            }
            model.acknowledge(visitor)
        }
    }

    /// Checks that each visitor has all acknowledged changes, and the pending one completely or not at all.
    private func compare(_ model: FavouritesModel, _ url: String) async throws {
        for visitor in 0..<Self.visitors {
            let stored = Set(try await model.client(visitor).favourites(at: url))
            #expect(model.replace(visitor, stored), "visitor \(visitor) has \(stored.sorted())")
        }
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

/// The expected favourites of each visitor, and the pending changes.
private final class FavouritesModel: Sendable {
    private struct Entry {
        let client: FavouriteClient
        var favourites: Set<Int>
        var pending: Int?
    }

    private struct State {
        var entries: [Entry]
        var acknowledged = 0
        var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?
    }

    private let state: Mutex<State>

    /// All visitors have the same favourites at first.
    init(_ clients: [FavouriteClient], favourites: Set<Int>) {
        state = Mutex(State(entries: clients.map { Entry(client: $0, favourites: favourites) }))
    }

    var acknowledged: Int { state.withLock(\.acknowledged) }

    func client(_ visitor: Int) -> FavouriteClient { state.withLock { $0.entries[visitor].client } }

    /// Starts a change; returns the visitor's client, and true if the hero becomes a favourite.
    func begin(_ visitor: Int, _ hero: Int) -> (FavouriteClient, Bool) {
        state.withLock { state in
            state.entries[visitor].pending = hero
            return (state.entries[visitor].client, !state.entries[visitor].favourites.contains(hero))
        }
    }

    func acknowledge(_ visitor: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if let hero = state.entries[visitor].pending {
                state.entries[visitor].favourites.formSymmetricDifference([hero])
            }
            state.entries[visitor].pending = nil
            state.acknowledged += 1
            guard let waiting = state.waiting, state.acknowledged >= waiting.count else { return nil }
            state.waiting = nil
            return waiting.continuation
        }
        waiting?.resume()
    }

    /// Waits until this many toggles are acknowledged.
    func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.acknowledged < count { state.waiting = (count, continuation) }
                return state.acknowledged >= count
            }
            if isReached { continuation.resume() }
        }
    }

    /// Replaces the visitor's favourites by the stored ones; returns false if those are not possible.
    func replace(_ visitor: Int, _ stored: Set<Int>) -> Bool {
        state.withLock { state in
            let entry = state.entries[visitor]
            state.entries[visitor].favourites = stored
            state.entries[visitor].pending = nil
            return stored == entry.favourites
                || stored == entry.pending.map { entry.favourites.symmetricDifference([$0]) }
        }
    }
}
