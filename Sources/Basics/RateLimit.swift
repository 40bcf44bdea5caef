import FoundationEssentials
import Synchronization

/// A rate limit for each of many clients: so much at once, and more as time passes (a leaky bucket).
///
/// Only the clients seen last are remembered: one that has more addresses than that has no need of this gap.
package final class RateLimit: Sendable {
    private struct Level: Sendable {
        var height: Double
        var time: Date
    }

    private let levels: Mutex<LRUCache<[UInt8], Level>>
    private let burst: Double
    private let rate: Double

    package init(burst: Double, perSecond rate: Double, remembered: Int = 32_768) {
        (self.burst, self.rate) = (burst, max(rate, 1e-9))
        levels = Mutex(LRUCache(limit: 0, countLimit: remembered))
    }

    /// Counts one more. Returns nil if so many bursts have room for it, else the seconds until they do.
    package func take(_ client: [UInt8], upTo bursts: Double = 1, at now: Date) -> Int? {
        change(client, at: now) { level in
            let excess = level.height + 1 - burst * bursts
            guard excess > 0 else {
                level.height += 1
                return nil
            }
            return max(1, Int((excess / rate).rounded(.up)))
        }
    }

    /// Takes back one that was counted.
    package func giveBack(_ client: [UInt8], at now: Date) {
        change(client, at: now) { $0.height = max(0, $0.height - 1) }
    }

    /// The number of clients that are remembered.
    package var count: Int { levels.withLock { $0.count } }

    private func change<Result>(_ client: [UInt8], at now: Date, _ change: (inout Level) -> Result) -> Result {
        levels.withLock { levels in
            var level = levels.use(client) ?? Level(height: 0, time: now)
            let passed = max(0, now.timeIntervalSince(level.time))
            level = Level(height: max(0, level.height - passed * rate), time: now)
            defer { levels.set(client, level, cost: 0) }
            return change(&level)
        }
    }
}
