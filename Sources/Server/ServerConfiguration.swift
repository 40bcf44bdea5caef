import Basics
import Glibc
import HTTP
import HTTPTypes

/// The address, timeouts and limits of a server.
package struct ServerConfiguration: Sendable {
    /// An IPv4 or IPv6 address, or `localhost` for both loopback addresses; `0.0.0.0` is every IPv4 address, `::` every
    /// address.
    package var host = "127.0.0.1"
    /// The TCP port; 0 is any free one.
    package var port: UInt16 = 0
    /// Descriptors of listening sockets that the server takes over; with any, `host` and `port` do not count.
    package var inherited: [Int32] = []
    /// The number of threads that serve connections: they also make the pages.
    package var eventLoops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    /// The time in which running responses may finish during a stop.
    package var drainTimeout: Duration = .seconds(10)
    /// The time during a stop in which an idle connection may still send a request: it gets its response, and with it
    /// the end of the connection. It only helps if new connections can wait for the next process.
    package var drainGrace: Duration = .zero

    /// The limit of bytes of the request line and all fields; 414 if the line alone is longer, otherwise 431.
    package var headLimit = 16 * 1024
    /// The limit of fields per request; otherwise 431.
    package var fieldLimit = 100
    /// The limit of bytes of a request's content; otherwise 413.
    package var bodyLimit = 64 * 1024
    /// The time from a request's first byte to the end of its head; otherwise 408.
    package var headTimeout: Duration = .seconds(10)
    /// The time from the end of a request's head to the end of its content; otherwise 408.
    package var bodyTimeout: Duration = .seconds(30)
    /// The time for a handler's response, otherwise 503; also for each part of a streamed one, which is aborted then.
    package var handlerTimeout: Duration = .seconds(60)
    /// The time for which a connection may stay open without a request.
    package var idleTimeout: Duration = .seconds(60)
    /// The time in which a client has to read `readMinimum` bytes of pending output, or all of it.
    package var writeTimeout: Duration = .seconds(30)
    /// The bytes that a client reads at least in the write timeout: 1 kB/s, less than any telephone line.
    package var readMinimum = 30_000
    /// The time for which a client may send after the last response; the bytes are discarded.
    package var lingerTimeout: Duration = .seconds(5)
    /// The limit of open connections, of which each thread has an equal share; a new one over it replaces the one on the
    /// same thread that has waited longest for a request, and gets 503 if none waits.
    package var connectionLimit = 10_000
    /// The limit of connections that wait to be accepted.
    package var backlog: Int32 = 1024
    /// The pause of accepting when no descriptors are left.
    package var acceptPause: Duration = .milliseconds(100)
    /// The limit of pending output in bytes; above it a stream has to wait.
    package var outputLimit = 64 * 1024
    /// The limit of pending output of all connections in bytes, of which each thread has an equal share; above it the
    /// clients that have been reading for longest are disconnected.
    package var totalOutputLimit = 128 * 1024 * 1024

    /// The gate that requests pass before their handlers; nil for none.
    package var gate: RequestGate?
    /// The time after which a request is refused that has no place at the gate, or up to three times as long.
    package var refusalDelay: Duration = .seconds(1)

    /// The system call that accepts connections; tests let it fail.
    var accept = Listener.systemAccept

    /// Creates the response to a request that the server refuses; the default is a line of text.
    package var refusalPage: (@Sendable (Refusal) -> Response)?

    package init() {}
}

/// The timeouts of a configuration in milliseconds, to be added to the time with every request.
struct Timeouts {
    let head, body, handler, idle, write, linger, refusal, grace: Int

    init(_ configuration: ServerConfiguration) {
        head = configuration.headTimeout.milliseconds
        body = configuration.bodyTimeout.milliseconds
        handler = configuration.handlerTimeout.milliseconds
        idle = configuration.idleTimeout.milliseconds
        write = configuration.writeTimeout.milliseconds
        linger = configuration.lingerTimeout.milliseconds
        refusal = configuration.refusalDelay.milliseconds
        grace = configuration.drainGrace.milliseconds
    }
}
