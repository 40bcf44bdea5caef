import Synchronization

/// The log context of a request.
package final class Trace: Sendable {
    /// The trace of the current task's request.
    @TaskLocal package static var current: Trace?

    /// The cache status of a request, from the cheapest to the most expensive.
    package enum CacheStatus: UInt8, CaseIterable, Sendable {
        /// The cache was not used.
        case none
        /// All responses were cached and fresh.
        case fresh
        /// A cached response was stale.
        case stale
        /// A response was not in memory.
        case miss

        package var text: String { "\(self)" }
    }

    /// The request's id in the log.
    package let id: String
    private let statusNumber = Atomic<UInt8>(0)
    private let routeNumber = Atomic<UInt8>(0)

    package init(id: String) { self.id = id }

    /// The most expensive status of the request's lookups.
    package var cacheStatus: CacheStatus { CacheStatus(rawValue: statusNumber.load(ordering: .relaxed)) ?? .none }

    package func record(_ status: CacheStatus) { statusNumber.max(status.rawValue, ordering: .relaxed) }

    package var route: UInt8 {
        get { routeNumber.load(ordering: .relaxed) }
        set { routeNumber.store(newValue, ordering: .relaxed) }
    }
}
