import Glibc
import HTTP
import Logging
import PostgreSQL
import Server

/// The log handler that writes lines to standard error. It never waits for the reader, since event loops log too.
struct StandardErrorLog: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    private let label: String

    private static let stream = LogStream(descriptor: STDERR_FILENO)

    init(label: String) { self.label = label }

    subscript(metadataKey name: String) -> Logger.Metadata.Value? {
        get { metadata[name] }
        set { metadata[name] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(timestamp()) \(event.level) \(label):"
        let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) { line += " \(name)=\(value)" }
        line += " [\(event.source)] \(event.message)"
        Self.stream.append(Array((line.replacingControlCharacters + "\n").utf8))
    }

    /// Waits until all lines are written, at most one second; call it before the program exits.
    static func finish() { stream.stop() }
}

extension String {
    /// The text with control characters replaced by spaces, so that input cannot inject lines or terminal sequences.
    var replacingControlCharacters: String {
        String(UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}

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
            case .requestRefused(let request, let client, let status, let isReported):
                if isReported { warnAboutRefusal(request, client, status) }
            case .handlerTimedOut(let peer, let target):
                // Without the query, which may have a visitor's search terms.
                let path = target.prefix { $0 != "?" }
                error("handler timed out", metadata: ["peer": "\(peer)", "path": "\(path)"])
            case .streamFailed(let peer, let reason):
                warning("response aborted", metadata: ["peer": "\(peer)", "reason": "\(reason)"])
            case .drainTimedOut(let connections):
                notice("drain time is over, open connections were closed", metadata: ["connections": "\(connections)"])
            }
        }
    }
}

extension Logger {
    /// Logs that too many requests wait. All visitors behind a proxy that is not trusted look like one network.
    private func warnAboutRefusal(_ request: Request, _ client: String, _ status: Int) {
        let isForwarded = client == request.peer && request.fields.value(named: "x-forwarded-for") != nil
        let hint = isForwarded ? " (if this is your proxy, start with --trusted-proxy \(client))" : ""
        let whose = status == 429 ? " of the network of \(client)" : ""
        warning("requests\(whose) are refused: too many of them wait\(hint)", metadata: ["status": "\(status)"])
    }
}

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
