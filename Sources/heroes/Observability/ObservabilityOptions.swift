import ArgumentParser
import Glibc
import HTTP
import Logging

/// The options for the access log and the metrics.
struct ObservabilityOptions: ParsableArguments {
    @Option(
        help: "The format of the access log on standard output, at level info: text, json or off.")
    var accessLog = AccessLogOption.text

    @Flag(help: .advanced("Include query strings (search terms) in the access log."))
    var logQueries = false

    @Option(
        help: ArgumentHelp(
            "An address or range allowed to read /metrics, in addition to this machine; may be repeated.",
            valueName: "range"))
    var metricsReader: [AddressRange] = []

    /// Returns the access log; nil if it is off or the log level excludes info.
    func log(_ logger: Logger) -> LogStream? {
        guard accessLog != .off, logger.logLevel <= .info else { return nil }
        return LogStream(descriptor: STDOUT_FILENO) { count in
            logger.warning("access log lines dropped", metadata: ["count": "\(count)"])
        }
    }

    func requestLogger(_ log: LogStream?, proxies: [AddressRange]) -> RequestLogger {
        RequestLogger(log: log, format: accessLog == .json ? .json : .text, proxies: proxies, logsQueries: logQueries)
    }
}

/// The value of `--access-log`.
enum AccessLogOption: String, ExpressibleByArgument, CaseIterable { case text, json, off }
