import ArgumentParser
import Glibc
import HTTP
import Logging

/// What is written down of requests, and who may read the figures.
struct ObservingOptions: ParsableArguments {
    @Option(
        help: "How the lines of the access log look on standard output: text, json, or off. They count as info.")
    var accessLog = AccessLogOption.text

    @Flag(help: .advanced("Log the queries of addresses too, and with them what visitors search for."))
    var logQueries = false

    @Option(
        help: ArgumentHelp(
            "An address or range that may read /metrics besides this machine's own programs; may be repeated.",
            valueName: "range"))
    var metricsReader: [AddressRange] = []

    /// The log where one is wanted and what counts as info is told.
    func log(_ logger: Logger) -> LogStream? {
        guard accessLog != .off, logger.logLevel <= .info else { return nil }
        return LogStream(descriptor: STDOUT_FILENO) { count in
            logger.warning("lines of the access log were dropped", metadata: ["count": "\(count)"])
        }
    }

    func observer(_ log: LogStream?, proxies: [AddressRange]) -> Observer {
        Observer(log: log, form: accessLog == .json ? .json : .text, proxies: proxies, logsQueries: logQueries)
    }
}

/// What `--access-log` takes.
enum AccessLogOption: String, ExpressibleByArgument, CaseIterable { case text, json, off }
