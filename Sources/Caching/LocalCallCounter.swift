import FoundationEssentials
import Heroes
import Synchronization

/// The calls of this process per day (UTC), whatever their resource, with those of earlier processes that use the same
/// cache file.
package final class LocalCallCounter: CallCounter {
    private let database: CacheDatabase?
    private let now: @Sendable () -> Date
    private let state = Mutex((day: 0, used: 0))

    /// Creates a counter. Without a database, the count starts with the process.
    package init(_ database: CacheDatabase? = nil, now: @escaping @Sendable () -> Date = { Date() }) {
        (self.database, self.now) = (database, now)
    }

    package func count(_ resource: String, upTo limit: Int) async -> CallCount {
        let now = now()
        let used: Int? = state.withLock { state in
            if state.day != now.day { state = (now.day, 0) }
            guard state.used < limit else { return nil }
            state.used += 1
            return state.used
        }
        guard let used else { return .exhausted(retryAfter: now.secondsUntilNextDay) }
        database?.countCall(on: now.day)
        return .counted(used)
    }

    /// Does nothing, because there is no other process.
    package func pause(_ resource: String, seconds: Int, reason: String?) async {}

    /// Adds the calls of earlier processes; has to be called once.
    package func used(_ resource: String) async -> Int {
        let day = now().day
        let earlier = await database?.calls(on: day) ?? 0
        return state.withLock { state in
            state = (day, earlier + (state.day == day ? state.used : 0))
            return state.used
        }
    }
}

extension Date {
    private static let dayLength = 24 * 60 * 60

    /// The number of the day (UTC), counted from 1970.
    var day: Int { Int(timeIntervalSince1970.rounded(.down)) / Self.dayLength }

    fileprivate var secondsUntilNextDay: Int {
        max(1, Int((Double((day + 1) * Self.dayLength) - timeIntervalSince1970).rounded(.up)))
    }
}
