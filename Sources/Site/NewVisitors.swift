import Heroes
import Synchronization

/// The limit of new visitors per network, so that they cannot fill the disk.
final class NewVisitors: Sendable {
    let limit: any NewVisitorLimit
    /// The number of new visitors with a stored favourite since the start.
    let count = Atomic<Int>(0)
    /// True once the log has a warning of an untrusted proxy.
    let hasWarned = Atomic<Bool>(false)

    init(limit: any NewVisitorLimit) { self.limit = limit }
}
