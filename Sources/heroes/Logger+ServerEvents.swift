import Logging
import Server

extension Logger {
    /// Writes what a server reports, at the level that it is worth.
    var serverEvents: @Sendable (ServerEvent) -> Void {
        { event in
            switch event {
            case .acceptPaused(let reason):
                warning("no connection can be accepted for a moment", metadata: ["reason": "\(reason)"])
            case .connectionLimitReached(let peer):
                warning(
                    "the limit of connections is reached; those without a request make room, and others are refused",
                    metadata: ["peer": "\(peer)"])
            case .requestRejected(let peer, let status, let reason):
                info(
                    "a request was refused",
                    metadata: ["peer": "\(peer)", "status": "\(status)", "reason": "\(reason)"])
            case .handlerTimedOut(let peer, let target):
                // What a visitor searched for is in the query.
                let path = target.prefix { $0 != "?" }
                error("a page took too long", metadata: ["peer": "\(peer)", "path": "\(path)"])
            case .streamFailed(let peer, let reason):
                warning("a page was cut short", metadata: ["peer": "\(peer)", "reason": "\(reason)"])
            case .invalidResponse(let status):
                error("an answer had no final status", metadata: ["status": "\(status)"])
            case .drainTimedOut(let connections):
                notice("connections were cut at the end", metadata: ["connections": "\(connections)"])
            }
        }
    }
}
