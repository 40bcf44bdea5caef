import ArgumentParser
import Server

/// How much the server takes from its clients, and how long it waits for them.
struct LimitOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .advanced("Connections at one time; new ones beyond replace those without a request, or get 503."))
    var connections = 10_000

    @Option(
        parsing: .unconditional,
        help: .advanced("Connections that may wait to be accepted; the system's net.core.somaxconn is the most."))
    var backlog: Int32 = 1024

    @Option(
        parsing: .unconditional,
        help: .advanced("Seconds that running answers have to finish once the program is asked to end."))
    var drainTime = 10.0

    @Option(
        parsing: .unconditional,
        help: .advanced(
            """
            Seconds between the request to end the program, from which on /readyz says 503, and the end of listening: \
            time for a load balancer to send visitors elsewhere.
            """))
    var drainDelay = 0.0

    @Option(parsing: .unconditional, help: .advanced("Seconds that a connection may stay open without a request."))
    var idleTime = 60.0

    @Option(
        parsing: .unconditional,
        help: .advanced("Seconds from a request's first byte to the end of its head; 408 beyond."))
    var headTime = 10.0

    @Option(
        parsing: .unconditional,
        help: .advanced("Seconds that a client may take nothing of an answer that waits for it."))
    var stallTime = 30.0

    func validate() throws {
        guard (1...1_000_000).contains(connections) else {
            throw ValidationError("--connections has to be from 1 to 1000000.")
        }
        guard backlog > 0 else { throw ValidationError("--backlog has to be 1 or more.") }
        guard (0...86_400).contains(drainDelay) else {
            throw ValidationError("--drain-delay has to be from 0 to 86400 seconds.")
        }
        for (name, time) in [
            ("drain", drainTime), ("idle", idleTime), ("head", headTime), ("stall", stallTime),
        ] where !(0.001...86_400).contains(time) {
            throw ValidationError("--\(name)-time has to be from 0.001 to 86400 seconds.")
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
