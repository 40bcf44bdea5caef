import Foundation
import HTTP
import Logging
import PostgreSQL
import Server
import Synchronization

/// The log handler that writes lines to standard error. It never waits for the reader, since event loops log too.
struct StandardErrorLog: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    private static let stream = LogStream(descriptor: STDERR_FILENO)
    private static let formatOfAll = Mutex(LogFormat.text)

    /// The format of all lines on standard error.
    static var format: LogFormat {
        get { formatOfAll.withLock { $0 } }
        set { formatOfAll.withLock { $0 = newValue } }
    }

    subscript(metadataKey name: String) -> Logger.Metadata.Value? {
        get { metadata[name] }
        set { metadata[name] = newValue }
    }

    func log(event: LogEvent) {
        let metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        let fields = metadata.sorted { $0.key < $1.key }.map { ($0.key, "\($0.value)") }
        Self.stream.append(Self.line("\(event.message)", event.level, fields))
    }

    /// Returns a line of the log in the format of all, with the priority for the journal.
    static func line(_ message: String, _ level: Logger.Level, _ fields: [(String, String)] = []) -> [UInt8] {
        Array(JournalPriority.prefix(level).utf8) + object(message, level, fields)
    }

    /// Returns a sentence as it is, or as a JSON object if the logs are in that format.
    static func sentence(_ text: String) -> String {
        format == .json ? String(decoding: object(text, .info).dropLast(), as: UTF8.self) : text
    }

    /// Returns the message of an error that ends the program, which may have several lines, in the format of the log.
    static func failure(_ message: String) -> Data {
        guard format == .text else { return Data(line(message, .critical)) }
        let prefix = JournalPriority.prefix(.critical)
        return Data(
            message.split(separator: "\n", omittingEmptySubsequences: false).map { prefix + $0 + "\n" }.joined().utf8)
    }

    private static func object(
        _ message: String, _ level: Logger.Level, _ fields: [(String, String)] = []
    ) -> [UInt8] {
        var line = LogLine(format)
        line.add("time", timestamp())
        line.add("level", level.rawValue)
        line.add("message", message)
        for (name, value) in fields {
            // A number as in the access log.
            if name == "status", let number = Int(value) {
                line.add(name, number: number)
            } else {
                line.add(name, value)
            }
        }
        return line.finish()
    }

    /// Waits until all lines are written, at most one second; call it before the program exits.
    static func finish() { stream.stop() }
}

/// The priority of a line for the systemd journal (sd-daemon(3)), which is "info" without one.
enum JournalPriority {
    /// Returns `<4>` for a warning, and so on; an empty text if standard error is not the journal.
    static func prefix(_ level: Logger.Level) -> String { isJournal ? "<\(number(level))>" : "" }

    /// True if standard error is the stream whose device and inode systemd names (systemd.exec(5), JOURNAL_STREAM).
    static let isJournal: Bool = {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()

    private static func number(_ level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
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
                    metadata: ["client": "\(peer)"])
            case .streamFailed(let peer, let reason):
                warning("response aborted", metadata: ["client": "\(peer)", "reason": "\(reason)"])
            case .drainTimedOut(let connections):
                notice("drain time is over, open connections were closed", metadata: ["connections": "\(connections)"])
            }
        }
    }

    /// Logs the reason of a refusal, with the request's id in the access log.
    func log(_ refusal: Refusal, id: String) {
        let status = "\(refusal.status.code)"
        switch refusal.cause {
        case .invalid(let reason):
            info(
                "request refused",
                metadata: ["id": "\(id)", "client": "\(refusal.peer)", "status": "\(status)", "reason": "\(reason)"])
        case .gate(let client, isReported: true):
            warning("\(tooMany(refusal, of: client))", metadata: ["id": "\(id)", "status": "\(status)"])
        case .handlerTimeout:
            // Without the query, which may have a visitor's search terms.
            let path = refusal.request?.path ?? ""
            error("handler timed out", metadata: ["id": "\(id)", "client": "\(refusal.peer)", "path": "\(path)"])
        case .connectionLimit, .gate, .stopping: break
        }
    }

    /// Too many requests wait. All visitors behind a proxy that is not trusted look like one network.
    private func tooMany(_ refusal: Refusal, of client: String) -> String {
        let isForwarded = client == refusal.peer && refusal.request?.fields.value(named: "x-forwarded-for") != nil
        let hint = isForwarded ? " (if this is your proxy, start with --trusted-proxy \(client))" : ""
        let network = refusal.status == .tooManyRequests ? " of the network of \(client)" : ""
        return "requests\(network) are refused: too many of them wait\(hint)"
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
