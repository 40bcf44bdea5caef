import Glibc
import Logging

/// The log handler that writes lines to standard error. It never waits for the reader, since event loops log too.
struct StandardErrorLog: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    private let label: String

    private static let stream = LogStream(descriptor: STDERR_FILENO) { count in
        Logger(label: "heroes") { StandardErrorLog(label: $0) }
            .warning("log lines dropped", metadata: ["count": "\(count)"])
    }

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
