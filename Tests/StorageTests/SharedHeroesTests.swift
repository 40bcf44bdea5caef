import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// A toggle or a look at one hero, from when it was begun until it was answered, in ticks of a common clock.
private struct Step: Sendable {
    let hero: Hero.ID
    /// What was wanted, or what was found.
    let isKept: Bool
    let start: Int
    let end: Int

    /// Whether this toggle was over before the other began.
    func isBefore(_ other: Step) -> Bool { end < other.start }
}

/// What clients did to heroes that they have in common, and what they found.
private final class History: Sendable {
    private struct State {
        var clock = 0
        var toggles: [Hero.ID: [Step]] = [:]
        var looks: [Step] = []
    }

    private let state = Mutex(State())

    func tick() -> Int {
        state.withLock { state in
            state.clock += 1
            return state.clock
        }
    }

    func toggled(_ hero: Hero.ID, _ isKept: Bool, since start: Int) {
        let step = Step(hero: hero, isKept: isKept, start: start, end: tick())
        state.withLock { $0.toggles[hero, default: []].append(step) }
    }

    func found(_ kept: Set<Hero.ID>, of heroes: Range<Int>, since start: Int) {
        let end = tick()
        let looks = heroes.map { Step(hero: $0, isKept: kept.contains($0), start: start, end: end) }
        state.withLock { $0.looks += looks }
    }

    /// Looks that no order of the toggles explains in which each that was over came before those begun later: there
    /// has to be a toggle to what was found, begun before the look's end, and none the other way between the two.
    var unexplained: [Step] {
        state.withLock { state in
            state.looks.filter { look in
                let toggles = state.toggles[look.hero] ?? []
                let opposite = toggles.filter { $0.isKept != look.isKept && $0.isBefore(look) }
                let first = Step(hero: look.hero, isKept: false, start: 0, end: 0)
                return !([first] + toggles).reversed().contains { toggle in
                    toggle.isKept == look.isKept && toggle.start < look.end
                        && !opposite.contains { toggle.isBefore($0) }
                }
            }
        }
    }
}

@Suite struct SharedHeroesTests {
    private let visitor = Visitor.numbered(1)
    private let heroes = 0..<8

    @Test("10,000 toggles of heroes that 64 clients share are found as some order of them left them")
    func sharedHeroes() async throws {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        let history = History()
        try await withThrowingTaskGroup { tasks in
            for client in 0..<64 {
                tasks.addTask { try await toggle(store, client, times: client < 16 ? 157 : 156, history) }
            }
            try await tasks.waitForAll()
        }
        try await look(store, history)
        let fresh = try FileStore(folder: folder.path, operations: FileOperations())
        try await look(fresh, history)
        #expect(history.unexplained.isEmpty)
        #expect(try await store.favourites(of: visitor) == fresh.favourites(of: visitor))
    }

    private func toggle(_ store: FileStore, _ client: Int, times: Int, _ history: History) async throws {
        var generator = RepeatableGenerator(seed: UInt64(client))
        for number in 0..<times {
            let hero = Int.random(in: heroes, using: &generator)
            let isKept = Bool.random(using: &generator)
            let start = history.tick()
            if isKept {
                try await store.add(.example(hero), for: visitor)
            } else {
                try await store.remove(hero, for: visitor)
            }
            history.toggled(hero, isKept, since: start)
            if number % 40 == 0 { try await look(store, history) }
        }
    }

    private func look(_ store: FileStore, _ history: History) async throws {
        let start = history.tick()
        let kept = try await store.favourites(of: visitor).map(\.id)
        if Set(kept).count != kept.count { Issue.record("a hero is there twice: \(kept)") }
        history.found(Set(kept), of: heroes, since: start)
    }

    @Test("a history that cannot be is found out")
    func impossible() {
        let history = History()
        for isKept in [true, false] { history.toggled(1, isKept, since: history.tick()) }
        history.found([1], of: 1..<2, since: history.tick())
        #expect(history.unexplained.count == 1)
    }
}
