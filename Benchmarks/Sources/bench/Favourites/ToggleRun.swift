import Foundation
import Heroes
import Storage

/// Clients that switch favourites of a store as fast as they are told that each is on the disk.
struct ToggleRun {
    let store: FileStore
    let clients: Int
    /// The visitor of a client's toggle with that number.
    let visitor: @Sendable (_ client: Int, _ toggle: Int) -> Visitor

    struct Result {
        /// Toggles a second, all clients together.
        let rate: Double
        /// Seconds that each toggle took, sorted.
        let times: [Double]

        init(_ times: [Double], in length: Duration) throws {
            guard !times.isEmpty else { throw Unmeasurable("not one toggle came to its end") }
            rate = Double(times.count) / (length / .seconds(1))
            self.times = times.sorted()
        }

        func time(percent: Double) -> Double { times[min(times.count - 1, Int(Double(times.count) * percent / 100))] }
    }

    func result(seconds: Double) async throws -> Result {
        let start = ContinuousClock.now
        let times = try await withThrowingTaskGroup { tasks in
            for client in 0..<clients { tasks.addTask { try await toggle(client, until: start + .seconds(seconds)) } }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
        return try Result(times, in: ContinuousClock.now - start)
    }

    private func toggle(_ client: Int, until end: ContinuousClock.Instant) async throws -> [Double] {
        var times: [Double] = []
        var isKept: [Visitor: Bool] = [:]
        while ContinuousClock.now < end {
            let visitor = visitor(client, times.count)
            let hero = Favourite(
                id: 1_000_000 + client, name: "Spider-Man",
                thumbnail: Thumbnail(path: "/images/characters/1009610", fileExtension: "svg"), added: Date())
            let start = ContinuousClock.now
            if isKept[visitor] == true {
                try await store.remove(hero.id, for: visitor)
            } else {
                try await store.add(hero, for: visitor)
            }
            times.append((ContinuousClock.now - start) / .seconds(1))
            isKept[visitor, default: false].toggle()
        }
        return times
    }
}
