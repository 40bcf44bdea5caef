import ArgumentParser
import Server

/// The server's limits on connections and times.
struct LimitOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .advanced("Maximum number of connections; a new one replaces an idle one, or gets 503."))
    var connections = 10_000

    @Option(
        parsing: .unconditional,
        help: .advanced("Maximum number of connections waiting to be accepted, limited by net.core.somaxconn."))
    var backlog: Int32 = 1024

    @Option(
        parsing: .unconditional,
        help: .advanced("Seconds for running responses to finish when the program stops."))
    var drainTime = 10.0

    @Option(
        parsing: .unconditional,
        help: .advanced(
            """
            Seconds between the signal to stop and the end of listening. /readyz is 503 in that time, so that a load \
            balancer can redirect visitors.
            """))
    var drainDelay = 0.0

    @Option(parsing: .unconditional, help: .advanced("Seconds after which an idle connection is closed."))
    var idleTime = 60.0

    @Option(
        parsing: .unconditional,
        help: .advanced("Seconds for a client to send a request's header fields; then 408."))
    var headTime = 10.0

    @Option(
        parsing: .unconditional,
        help: .advanced("Seconds after which a connection is closed if the client does not read the response."))
    var stallTime = 30.0

    func validate() throws {
        guard (1...1_000_000).contains(connections) else {
            throw ValidationError("--connections must be from 1 to 1000000.")
        }
        guard backlog > 0 else { throw ValidationError("--backlog must be 1 or more.") }
        guard (0...86_400).contains(drainDelay) else {
            throw ValidationError("--drain-delay must be from 0 to 86400 seconds.")
        }
        for (name, time) in [
            ("drain", drainTime), ("idle", idleTime), ("head", headTime), ("stall", stallTime),
        ] where !(0.001...86_400).contains(time) {
            throw ValidationError("--\(name)-time must be from 0.001 to 86400 seconds.")
        }
    }

    var configuration: ServerConfiguration {
        var configuration = ServerConfiguration()
        configuration.connectionLimit = connections
        configuration.backlog = backlog
        configuration.drainTimeout = .seconds(drainTime)
        configuration.idleTimeout = .seconds(idleTime)
        configuration.headTimeout = .seconds(headTime)
        configuration.writeTimeout = .seconds(stallTime)
        return configuration
    }
}
