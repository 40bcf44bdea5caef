import Foundation
import Heroes
import Storage
import Synchronization

/// Clients that switch favourites of a store as fast as they are told that each is on the disk.
final class ToggleRun: Sendable {
    private let store: FileStore
    private let clients: [Client]
    /// The number of the visitor of a client's toggle with that number.
    private let visitor: @Sendable (_ client: Int, _ toggle: Int) -> Int

    /// Whether a client looks at what the visitor keeps before each toggle, for which no time is counted.
    private let isLookedAt: Bool

    init(
        store: FileStore, clients: [Client], isLookedAt: Bool = false,
        visitor: @escaping @Sendable (_ client: Int, _ toggle: Int) -> Int
    ) {
        (self.store, self.clients, self.isLookedAt, self.visitor) = (store, clients, isLookedAt, visitor)
    }

    /// Switches one hero.
    struct Client: Sendable {
        let hero: Hero.ID
        let keepers: Keepers
    }

    struct Result {
        /// Toggles a second, all clients together.
        let rate: Double
        /// Seconds that each toggle took, sorted.
        private let times: [Double]

        init(_ times: [Double], in length: Duration) throws {
            guard !times.isEmpty else { throw Unmeasurable("not one toggle came to its end") }
            rate = Double(times.count) / (length / .seconds(1))
            self.times = times.sorted()
        }

        var count: Int { times.count }

        func time(percent: Double) -> Double {
            times[min(times.count - 1, Int(Double(times.count) * percent / 100))]
        }
    }

    func result(seconds: Double) async throws -> Result {
        let start = ContinuousClock.now
        let times = try await withThrowingTaskGroup { tasks in
            for client in clients.indices {
                tasks.addTask { try await self.toggle(client, until: start + .seconds(seconds)) }
            }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
        return try Result(times, in: ContinuousClock.now - start)
    }

    private func toggle(_ number: Int, until end: ContinuousClock.Instant) async throws -> [Double] {
        var times: [Double] = []
        let client = clients[number]
        while ContinuousClock.now < end {
            let (visitorNumber, isKept) = client.keepers.take { self.visitor(number, times.count) }
            let visitor = VisitorCrowd.visitor(visitorNumber)
            let hero = Favourite(
                id: client.hero, name: "Spider-Man",
                thumbnail: Thumbnail(path: "/images/characters/1009610", fileExtension: "svg"), added: Date())
            if isLookedAt { _ = try await store.favourites(of: visitor) }
            let start = ContinuousClock.now
            if isKept {
                try await store.remove(hero.id, for: visitor)
            } else if try await !store.add([hero], forKnown: visitor) {
                throw Unmeasurable("the store does not know visitor \(visitorNumber)")
            }
            times.append((ContinuousClock.now - start) / .seconds(1))
            client.keepers.toggled(visitorNumber)
        }
        return times
    }
}

extension [ToggleRun.Client] {
    private static let heroes = Atomic(1_000_000)

    /// Clients that each switch a hero of their own, whom nobody kept before.
    static func apart(_ count: Int) -> Self {
        (0..<count).map { _ in Element(hero: heroes.add(1, ordering: .relaxed).newValue, keepers: Keepers()) }
    }
}
