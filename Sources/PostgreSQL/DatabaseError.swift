/// A failure of a statement or of a connection. No text contains a password.
package enum DatabaseError: Error, Hashable, Sendable {
    /// Nothing was changed; the text is for the log.
    case unavailable(String)
    /// A write was sent, and its outcome is unknown; the text is for the log.
    case unconfirmed(String)
    /// The server rejects this program until its configuration changes; the text is a sentence for the operator.
    case refused(String)
    /// Another transaction came first (serialization failure or deadlock). Nothing was changed, and the statement may
    /// be repeated.
    case conflict(String)

    package var reason: String {
        switch self {
        case .unavailable(let reason), .unconfirmed(let reason), .refused(let reason), .conflict(let reason): reason
        }
    }

    /// The error for a statement that the server has rejected, by SQLSTATE (PostgreSQL, appendix A).
    init(sqlState: String, message: String) {
        let text = "\(message) (SQLSTATE \(sqlState))"
        switch sqlState {
        case "40001", "40P01": self = .conflict(text)
        case _ where Self.refusedStates.contains(sqlState): self = .refused(text)
        default: self = .unavailable(text)
        }
    }

    /// Wrong user or password, no entry in pg_hba.conf, missing database or schema, missing privilege.
    private static let refusedStates: Set = ["28000", "28P01", "3D000", "3F000", "42501"]
}
