import FoundationEssentials
import Synchronization

/// The part of a day's calls that the visitors of one network may cause: some at once, more as time passes.
///
/// The level of a network rises by each call and sinks at a steady rate. Only the networks seen last are remembered.
final class NetworkShares: Sendable {
    private struct Level {
        var height: Double
        var time: Date
    }

    private struct Levels {
        var recent: [[UInt8]: Level] = [:]
        var older: [[UInt8]: Level] = [:]
    }

    private let levels = Mutex(Levels())
    /// Calls at once.
    private let size: Double
    /// Calls a second after that: with those at once four fifths of the limit in a day.
    private let rate: Double
    private let remembered: Int

    /// Divides the calls that may be made in a day.
    init(of limit: Int, remembered: Int = 8192) {
        size = Double(max(30, limit / 20))
        rate = Double(limit) * 0.75 / 86_400
        self.remembered = remembered
    }

    /// Counts a call. Returns nil if so many times the network's share have room for it, else the seconds until they do.
    func take(_ network: [UInt8], upTo shares: Double = 1, at now: Date) -> Int? {
        levels.withLock { levels in
            var level = Self.level(of: network, at: now, rate, levels)
            let excess = level.height + 1 - size * shares
            if excess <= 0 { level.height += 1 }
            store(level, of: network, &levels)
            return excess <= 0 ? nil : max(1, Int((excess / max(rate, 1e-9)).rounded(.up)))
        }
    }

    /// Takes back a call that was not made after all.
    func giveBack(_ network: [UInt8], at now: Date) {
        levels.withLock { levels in
            var level = Self.level(of: network, at: now, rate, levels)
            level.height = max(0, level.height - 1)
            store(level, of: network, &levels)
        }
    }

    /// How many networks are remembered.
    var count: Int { levels.withLock { Set($0.recent.keys).union($0.older.keys).count } }

    private static func level(of network: [UInt8], at now: Date, _ rate: Double, _ levels: Levels) -> Level {
        let last = levels.recent[network] ?? levels.older[network] ?? Level(height: 0, time: now)
        let seconds = max(0, now.timeIntervalSince(last.time))
        return Level(height: max(0, last.height - seconds * rate), time: now)
    }

    private func store(_ level: Level, of network: [UInt8], _ levels: inout Levels) {
        levels.recent[network] = level
        guard levels.recent.count > remembered / 2 else { return }
        levels.older = levels.recent
        levels.recent = [:]
    }
}
