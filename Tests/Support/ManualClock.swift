import Basics
import FoundationEssentials

/// A clock that only a test advances.
package final class ManualClock: Sendable {
    private let date: Locked<Date>

    package init(_ date: Date = Date(timeIntervalSince1970: 1_700_000_000)) { self.date = Locked(date) }

    package var now: Date { date.withLock { $0 } }

    package func advance(by seconds: Double) { date.withLock { $0 += seconds } }
}
