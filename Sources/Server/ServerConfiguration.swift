import Basics
import Glibc
import HTTP
import HTTPTypes

/// Where a server listens and how much it takes from a client.
package struct ServerConfiguration: Sendable {
    /// An IPv4 or IPv6 address, or `localhost` for both loopback addresses; `0.0.0.0` is every IPv4 address, `::` every
    /// address.
    package var host = "127.0.0.1"
    /// 0 is any free port.
    package var port: UInt16 = 0
    /// Threads that serve connections. One processor is left to all that they wait for: with the client on the same two,
    /// one thread answers a tenth more requests than two, in fewer and fuller turns.
    package var eventLoops = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1)
    /// How long running answers may take once the server is to stop.
    package var drainTime: Duration = .seconds(10)

    /// Bytes of the request line and all fields together; 414 where the line alone is longer, else 431.
    package var headLimit = 16 * 1024
    /// Fields of one request; 431 beyond.
    package var fieldLimit = 100
    /// Bytes of a request's content; 413 beyond.
    package var bodyLimit = 64 * 1024
    /// From a request's first byte to the end of its head; 408 beyond.
    package var headDeadline: Duration = .seconds(10)
    /// From the end of a request's head to the end of its content; 408 beyond.
    package var bodyDeadline: Duration = .seconds(30)
    /// How long a handler may take for its answer, 503 beyond; and for each part of a streamed one, which is cut then.
    package var handlerDeadline: Duration = .seconds(60)
    /// How long a connection may stay open without a request.
    package var idleLimit: Duration = .seconds(60)
    /// How long a client may take nothing of an answer that waits for it.
    package var writeStallLimit: Duration = .seconds(30)
    /// How long a client may keep sending after the last answer was sent; what it sends is not looked at.
    package var lingerLimit: Duration = .seconds(5)
    /// Connections at one time; a new one beyond replaces the one that has waited longest for a request, and is answered
    /// 503 if none waits.
    package var connectionLimit = 10_000
    /// Connections waiting to be accepted.
    package var backlog: Int32 = 1024
    /// How long to accept nothing when there are no descriptors left.
    package var acceptPause: Duration = .milliseconds(100)
    /// Bytes of an answer that may wait for the client before a stream has to wait, too.
    package var outputBound = 64 * 1024

    /// Makes the answer to a request that the server itself refuses; a line of text where there is none. The request
    /// is nil where it could not be read.
    package var errorPage: (@Sendable (HTTPResponse.Status, Request?) -> Response)?

    package init() {}
}
