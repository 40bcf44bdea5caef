import ArgumentParser
import Foundation
import Glibc
import HTTP
import Logging
import Server
import Site

/// The options of every service of this program.
struct ServiceOptions: ParsableArguments {
    @OptionGroup var listen: ListenOptions
    @OptionGroup var logs: LogOptions
    @OptionGroup var limits: LimitOptions

    @Option(
        help: "A proxy with trusted X-Forwarded-For: an address, or a range such as 10.0.0.0/8; may be repeated.")
    var trustedProxy: [AddressRange] = []

    @Option(
        help: ArgumentHelp(
            "An address or range allowed to read /metrics, in addition to this machine; may be repeated.",
            valueName: "range"))
    var metricsReader: [AddressRange] = []
}

/// The parts of a service that differ between the site and the gateway.
struct ServiceContent: Sendable {
    /// The name and the path in the line that says where the service is.
    let name: String
    let path: String
    let readiness: Readiness
    /// Adds the metrics of this service to those of all.
    var addMetrics: @Sendable (inout PrometheusText) -> Void = { _ in }
    /// Returns the handler, given the operations pages.
    let handler: @Sendable (OperationsPages) -> Handler
    var immediateHandler: @Sendable (RequestHead) -> ImmediateResponse? = { _ in nil }
    let refusalPage: @Sendable (Refusal) -> Response
    var gate: RequestGate?
    /// The time for a handler's response in addition to the usual one.
    var handlerDelay: Duration = .zero
}

/// A service of this program, from the first look at its address until a signal stops it.
struct Service: Sendable {
    let environment = ProcessInfo.processInfo.environment
    let logger: Logger
    private let options: ServiceOptions
    private let signals: Signals
    private let configuration: ServerConfiguration
    private let bound: BoundAddress

    /// The time during a stop in which idle connections may still send a request if new ones wait for the next process:
    /// a client answers within it if it is about to send.
    private static let drainGrace = Duration.milliseconds(300)

    /// Catches signals and binds the address, so that one in use is known at once.
    init(_ options: ServiceOptions, defaultPort: UInt16) throws {
        (self.options, signals) = (options, Signals())
        logger = options.logs.makeLogger()
        var configuration = ServerConfiguration()
        configuration.connectionLimit = options.limits.connections
        configuration.inherited = SocketActivation.descriptors(environment)
        if configuration.inherited.isEmpty {
            configuration.host = try options.listen.host(in: environment)
            configuration.port = try options.listen.port(in: environment, default: defaultPort)
        } else {
            configuration.drainGrace = Self.drainGrace(environment)
        }
        self.configuration = configuration
        bound = try BoundAddress(configuration)
        configuration.inherited.isEmpty ? reportFilter() : reportUnusedAddress(defaultPort)
    }

    private static func drainGrace(_ environment: [String: String]) -> Duration {
        #if DEBUG
            // A test's clients may rest for longer on a busy machine.
            if let seconds = environment["HEROES_TEST_GRACE"].flatMap({ Int($0) }) { return .seconds(seconds) }
        #endif
        return drainGrace
    }

    /// Serves until a signal comes, and drains.
    ///
    /// `onStart` is called once it listens.
    func run(_ content: ServiceContent, onStart: () -> Void = {}) async throws {
        let log = options.logs.accessLog(logger)
        let requestLogger = RequestLogger(log: log, format: options.logs.format, proxies: options.trustedProxy)
        let metrics = Metrics(requests: requestLogger.metrics, log: log)
        let operations = OperationsPages(
            metrics: { metrics.text(content.addMetrics) }, readiness: content.readiness, readers: options.metricsReader)
        var configuration = configuration
        configuration.gate = content.gate
        configuration.handlerTimeout += content.handlerDelay
        configuration.refusalPage = requestLogger.logging(content.refusalPage, errors: logger)
        let server = Server(
            configuration, log: logger.serverEvents, immediateHandler: requestLogger.logging(content.immediateHandler),
            handler: requestLogger.logging(content.handler(operations)))
        metrics.watch(server)
        try server.start(on: bound)
        let host = configuration.inherited.isEmpty ? configuration.host : bound.host
        let url = "http://\(Self.urlHost(host)):\(bound.port)\(content.path)"
        logger.printOrLog("\(content.name) is at \(url)")
        onStart()
        await signals.waitForShutdown()
        logger.info("stopping")
        await delayDraining(content.readiness)
        await server.stop()
        log?.stop()
    }

    /// Makes /readyz report that the service is about to stop, and waits for load balancers to notice.
    private func delayDraining(_ readiness: Readiness) async {
        let delay = options.limits.drainDelay
        guard delay > 0 else { return await readiness.stop() }
        signals.catchNext()
        await readiness.stop()
        await signals.waitForShutdown(atMost: .seconds(delay))
    }

    /// Logs that the host and port of the options or the environment do not count.
    private func reportUnusedAddress(_ defaultPort: UInt16) {
        guard options.listen.isGiven(in: environment) else { return }
        // Nil if it is not valid, so that it says something else.
        let (host, port) = (
            try? options.listen.host(in: environment),
            try? options.listen.port(in: environment, default: defaultPort)
        )
        let hasHost = host == bound.host || host == "localhost" && ["127.0.0.1", "::1"].contains(bound.host)
        guard !hasHost || port != bound.port else { return }
        logger.warning(
            """
            the service manager's socket listens on \(Self.urlHost(bound.host)):\(bound.port); --host, --port, HOST and \
            PORT do not count (change ListenStream= with: systemctl edit heroes.socket)
            """)
    }

    /// Logs that a unit's filter may keep other machines away.
    private func reportFilter() {
        let host = configuration.host
        guard JournalPriority.isJournal, !host.hasPrefix("127."), !["::1", "localhost"].contains(host) else { return }
        logger.notice(
            """
            listening on \(host): other machines reach it only if IPAddressAllow= of the unit names them (systemctl edit \
            heroes)
            """)
    }

    /// Returns the host for a URL: IPv6 addresses in brackets, and localhost for a wildcard address.
    private static func urlHost(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "::": "localhost"
        default: host.contains(":") ? "[\(host)]" : host
        }
    }
}

/// The listening sockets that a service manager hands over (sd_listen_fds(3)): they outlive this process, so that
/// connections wait for the next one.
enum SocketActivation {
    private static let firstDescriptor: Int32 = 3

    /// Returns the descriptors; none if the variables are for another process.
    static func descriptors(_ environment: [String: String]) -> [Int32] {
        guard environment["LISTEN_PID"].flatMap({ pid_t($0) }) == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), (1...1024).contains(count)
        else { return [] }
        return Array(firstDescriptor..<firstDescriptor + count)
    }
}
