/// The events of a pool for its log.
package enum DatabaseEvent: Equatable, Sendable {
    /// The last connection was lost.
    case lost(reason: String)
    /// There is a connection again, after a loss or after failed attempts.
    case connectedAgain
}
