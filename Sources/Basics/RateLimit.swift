import FoundationEssentials
import Synchronization

/// A rate limit per client: a burst at once, and more as time passes (a leaky bucket).
///
/// Only the most recent clients are stored: a client with more addresses than that gains little by it.
package final class RateLimit: Sendable {
    private struct Level: Sendable {
        var height: Double
        var time: Date
    }

    private let levels: Mutex<LRUCache<[UInt8], Level>>
    private let burst: Double
    private let rate: Double

    package init(burst: Double, perSecond rate: Double, maxClients: Int = 32_768) {
        (self.burst, self.rate) = (burst, max(rate, 1e-9))
        levels = Mutex(LRUCache(limit: maxClients))
    }

    /// Counts one event, or an amount. Returns nil if it is within the limit, otherwise the seconds until it would be.
    package func consume(_ client: [UInt8], amount: Double = 1, at now: Date) -> Int? {
        update(client, at: now) { level in
            let excess = level.height + amount - burst
            guard excess > 0 else {
                level.height += amount
                return nil
            }
            return max(1, Int((excess / rate).rounded(.up)))
        }
    }

    /// Takes back a counted event.
    package func refund(_ client: [UInt8], at now: Date) {
        update(client, at: now) { $0.height = max(0, $0.height - 1) }
    }

    private func update<Result>(_ client: [UInt8], at now: Date, _ body: (inout Level) -> Result) -> Result {
        levels.withLock { levels in
            var level = levels.use(client) ?? Level(height: 0, time: now)
            let elapsed = max(0, now.timeIntervalSince(level.time))
            level = Level(height: max(0, level.height - elapsed * rate), time: now)
            defer { levels.set(client, level) }
            return body(&level)
        }
    }
}
