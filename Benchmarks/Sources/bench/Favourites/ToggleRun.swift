import Foundation
import Heroes
import Storage

/// Clients that switch favourites of a store as fast as they are told that each is on the disk.
struct ToggleRun {
    let store: FileStore
    let clients: Int
    /// Whether a client asks for the visitor’s favourites before, as the page does on which the heart is.
    var looksFirst = false
    /// The visitor of a client's toggle with that number.
    let visitor: @Sendable (_ client: Int, _ toggle: Int) -> Visitor

    /// Seconds that a toggle took, and the look before it.
    struct Times {
        let look: Double
        let toggle: Double

        var both: Double { look + toggle }
    }

    struct Result {
        /// Toggles a second, all clients together.
        let rate: Double
        private let times: [Times]

        init(_ times: [Times], in length: Duration) throws {
            guard !times.isEmpty else { throw Unmeasurable("not one toggle came to its end") }
            rate = Double(times.count) / (length / .seconds(1))
            self.times = times
        }

        var count: Int { times.count }

        func time(percent: Double, of part: (Times) -> Double) -> Double {
            times.map(part).sorted()[min(times.count - 1, Int(Double(times.count) * percent / 100))]
        }
    }

    func result(seconds: Double) async throws -> Result {
        let start = ContinuousClock.now
        let times = try await withThrowingTaskGroup { tasks in
            for client in 0..<clients { tasks.addTask { try await toggle(client, until: start + .seconds(seconds)) } }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
        return try Result(times, in: ContinuousClock.now - start)
    }

    private func toggle(_ client: Int, until end: ContinuousClock.Instant) async throws -> [Times] {
        var times: [Times] = []
        var isKept: [Visitor: Bool] = [:]
        while ContinuousClock.now < end {
            let visitor = visitor(client, times.count)
            let hero = Favourite(
                id: 1_000_000 + client, name: "Spider-Man",
                thumbnail: Thumbnail(path: "/images/characters/1009610", fileExtension: "svg"), added: Date())
            let arrival = ContinuousClock.now
            var kept = looksFirst ? nil : isKept[visitor]
            if kept == nil { kept = try await store.kept(by: visitor).keeps(hero.id) }
            let start = ContinuousClock.now
            if kept == true {
                try await store.remove(hero.id, for: visitor)
            } else {
                try await store.add(hero, for: visitor)
            }
            let now = ContinuousClock.now
            times.append(Times(look: (start - arrival) / .seconds(1), toggle: (now - start) / .seconds(1)))
            isKept[visitor] = kept == false
        }
        return times
    }
}
