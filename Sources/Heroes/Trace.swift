import Synchronization

/// What is learnt of one request while it is answered, wherever that is done.
package final class Trace: Sendable {
    /// The trace of the request that the current task works for.
    @TaskLocal package static var current: Trace?

    /// What the answer needed of the source, from the least to the most.
    package enum Reading: UInt8, CaseIterable, Sendable {
        /// No question was put.
        case none
        /// All was remembered and fresh.
        case fresh
        /// Something remembered was due to be renewed.
        case stale
        /// Something was not in memory.
        case miss

        /// As it is written in logs.
        package var text: String {
            switch self {
            case .none: "none"
            case .fresh: "fresh"
            case .stale: "stale"
            case .miss: "miss"
            }
        }
    }

    /// The name by which the log knows the request.
    package let id: String
    private let readingNumber = Atomic<UInt8>(0)
    private let routeNumber = Atomic<UInt8>(0)

    package init(id: String) { self.id = id }

    /// The most that any question of the request needed.
    package var reading: Reading { Reading(rawValue: readingNumber.load(ordering: .relaxed)) ?? .none }

    package func note(_ reading: Reading) { readingNumber.max(reading.rawValue, ordering: .relaxed) }

    /// Which address was asked for, as a number among those that have names.
    package var route: UInt8 {
        get { routeNumber.load(ordering: .relaxed) }
        set { routeNumber.store(newValue, ordering: .relaxed) }
    }
}
