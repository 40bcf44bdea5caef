import FoundationEssentials
import HTTP
import HTTPTypes
import Synchronization

/// A rate limit for each network, an IPv4 address or an IPv6 /64: so much in an hour, at once or one by one.
///
/// Only the networks seen last are remembered: a client that has more of them than that has no need of this gap.
final class NetworkLimit: Sendable {
    /// How full a network's measure was at a time; it runs empty in an hour.
    private struct Level {
        var height: Double
        var time: Date
    }

    private struct Levels {
        var recent: [[UInt8]: Level] = [:]
        var older: [[UInt8]: Level] = [:]
    }

    private let levels = Mutex(Levels())
    private let limit: Double
    private let remembered: Int
    private static let hour = 3600.0

    init(perHour limit: Int, remembered: Int = 32_768) {
        self.limit = Double(limit)
        self.remembered = remembered
    }

    /// Counts one more; returns nil if there is room, else the seconds until there is. Addresses that cannot be told apart
    /// count as one network.
    func admit(_ client: ClientAddress?, now: Date) -> Int? {
        let network = client?.network ?? []
        return levels.withLock { levels in
            let last = levels.recent[network] ?? levels.older[network] ?? Level(height: 0, time: now)
            let passed = max(0, now.timeIntervalSince(last.time))
            var level = Level(height: max(0, last.height - passed * limit / Self.hour), time: now)
            let excess = level.height + 1 - limit
            if excess <= 0 { level.height += 1 }
            levels.recent[network] = level
            if levels.recent.count > remembered / 2 {
                levels.older = levels.recent
                levels.recent = [:]
            }
            return excess <= 0 ? nil : max(1, Int((excess * Self.hour / limit).rounded(.up)))
        }
    }

    /// Takes back one that was counted.
    func withdraw(_ client: ClientAddress?) {
        let network = client?.network ?? []
        levels.withLock { levels in
            guard var level = levels.recent[network] ?? levels.older[network] else { return }
            level.height = max(0, level.height - 1)
            levels.recent[network] = level
        }
    }

    /// How many networks are remembered.
    var count: Int { levels.withLock { Set($0.recent.keys).union($0.older.keys).count } }
}

extension Failure {
    /// What a network may not do again for so many seconds.
    static func overLimit(_ heading: String, _ sentence: String, seconds: Int) -> Failure {
        let minutes = (seconds + 59) / 60
        return Failure(
            status: .tooManyRequests, heading: heading,
            sentence: "\(sentence) Please try again in \(minutes == 1 ? "a minute" : "\(minutes) minutes").",
            fields: [.retryAfter: String(seconds)], next: .favourites(page: 1), nextLabel: "Back to your favourites")
    }
}
