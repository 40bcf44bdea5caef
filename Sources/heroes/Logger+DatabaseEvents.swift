import Logging
import PostgreSQL

extension Logger {
    /// Logs the database's events, each at its level.
    var databaseEvents: @Sendable (DatabaseEvent) -> Void {
        { event in
            switch event {
            case .lost(let reason): warning("database lost: \(reason)")
            case .connectedAgain: notice("database connected again")
            }
        }
    }
}
