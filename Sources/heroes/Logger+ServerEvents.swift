import Logging
import Server

extension Logger {
    /// Logs the server's events, each at its level.
    var serverEvents: @Sendable (ServerEvent) -> Void {
        { event in
            switch event {
            case .acceptPaused(let reason):
                warning("cannot accept connections, retrying", metadata: ["reason": "\(reason)"])
            case .connectionLimitReached(let peer):
                warning(
                    "the connection limit is reached; idle connections are closed, and new ones refused",
                    metadata: ["peer": "\(peer)"])
            case .requestRejected(let peer, let status, let reason):
                info(
                    "request refused",
                    metadata: ["peer": "\(peer)", "status": "\(status)", "reason": "\(reason)"])
            case .handlerTimedOut(let peer, let target):
                // Without the query, which may have a visitor's search terms.
                let path = target.prefix { $0 != "?" }
                error("handler timed out", metadata: ["peer": "\(peer)", "path": "\(path)"])
            case .streamFailed(let peer, let reason):
                warning("response aborted", metadata: ["peer": "\(peer)", "reason": "\(reason)"])
            case .invalidResponse(let status):
                error("handler returned a status that is not final", metadata: ["status": "\(status)"])
            case .drainTimedOut(let connections):
                notice("drain time is over, open connections were closed", metadata: ["connections": "\(connections)"])
            }
        }
    }
}
