import FoundationEssentials
import HTTP
import Synchronization

/// Counts first favourites, and limits them by the network that they come from, so that visitors do not fill the disk.
final class NewVisitors: Sendable {
    private let limit: NetworkLimit
    private let admissions = Atomic<Int>(0)
    private let hasWarned = Atomic<Bool>(false)

    init(limit: Int) { self.limit = NetworkLimit(perHour: limit) }

    /// Counts a new visitor; returns nil if there is room, else the seconds until there is.
    func admit(_ client: ClientAddress?, now: Date) -> Int? { limit.admit(client, now: now) }

    /// Counts a visitor who was let in and of whom something is kept now.
    func note() { admissions.add(1, ordering: .relaxed) }

    /// Takes back that a visitor was let in, of whom nothing could be kept after all.
    func withdraw(_ client: ClientAddress?, now: Date) { limit.withdraw(client, now: now) }

    /// Returns true the first time.
    func isFirstWarning() -> Bool { !hasWarned.exchange(true, ordering: .relaxed) }

    /// How many were let in since the start and have something kept.
    var admitted: Int { admissions.load(ordering: .relaxed) }
}
