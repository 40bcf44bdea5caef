import FoundationEssentials
import HTTP
import Synchronization

/// Counts first favourites by the network that they come from, so that nobody fills the disk with visitors.
///
/// Each network may have so many in an hour, at once or one by one. Only those seen last are remembered: whoever has
/// more networks than that has no need of this gap.
final class NewVisitors: Sendable {
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
    private let admissions = Atomic<Int>(0)
    private let limit: Double
    private let remembered: Int
    private static let hour = 3600.0

    init(limit: Int, remembered: Int = 32_768) {
        self.limit = Double(limit)
        self.remembered = remembered
    }

    /// Counts a new visitor; nil where there is room, else the seconds until there is. Addresses that cannot be told
    /// apart count as one network.
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

    /// Counts a visitor who was let in and of whom something is kept now.
    func note() { admissions.add(1, ordering: .relaxed) }

    /// Takes back that a visitor was let in, of whom nothing could be kept after all.
    func withdraw(_ client: ClientAddress?) {
        let network = client?.network ?? []
        levels.withLock { levels in
            guard var level = levels.recent[network] ?? levels.older[network] else { return }
            level.height = max(0, level.height - 1)
            levels.recent[network] = level
        }
    }

    /// How many were let in since the start and have something kept.
    var admitted: Int { admissions.load(ordering: .relaxed) }

    /// How many networks are remembered.
    var count: Int { levels.withLock { Set($0.recent.keys).union($0.older.keys).count } }
}
