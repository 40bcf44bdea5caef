import Glibc
import Logging

/// What the program says on standard error, a line each; who says it never waits for somebody to read it, since one
/// that a visitor causes may be said on the thread that serves them all.
struct StandardErrorLog: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    private let label: String

    private static let stream = LogStream(descriptor: STDERR_FILENO) { count in
        Logger(label: "heroes") { StandardErrorLog(label: $0) }
            .warning("lines of this log were dropped", metadata: ["count": "\(count)"])
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
        Self.stream.append(Array((line.printable + "\n").utf8))
    }

    /// Returns when all is written, or when nobody has taken it for a second; for the program's end.
    static func finish() { stream.stop() }
}

extension String {
    /// With blanks for controls: what comes from outside makes no line of its own and tells a terminal nothing.
    var printable: String {
        String(UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
