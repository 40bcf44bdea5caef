import Glibc
import Synchronization

/// A TCP server on 127.0.0.1 with scripted replies, valid or not; it stops when this object is deallocated.
package final class LoopbackUpstream: Sendable {
    /// Returns the reply to a request target and raw request head.
    package typealias Script = @Sendable (_ target: String, _ head: String) -> Reply

    package let port: UInt16
    private let listener: Int32
    private let log = TrafficLog()

    package init(_ script: @escaping Script) throws(SocketError) {
        (listener, port) = try Socket.bindLoopback()
        guard listen(listener, 1024) == 0 else { throw SocketError(call: "listen", code: errno) }
        DetachedThread.start { [listener, log] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection >= 0 {
                    guard log.open(connection) else { continue }
                    DetachedThread.start { ScriptedConnection(connection, log: log, script: script).run() }
                } else if errno != EINTR && errno != ECONNABORTED {
                    break
                }
            }
            close(listener)
        }
    }

    deinit { stop() }

    /// Without a trailing slash.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Stops listening and closes every connection; further ones are refused.
    package func stop() {
        guard log.stop() else { return }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// All requests so far, in order of arrival.
    package var requests: [ReceivedRequest] { log.requests }

    package var counts: Counts { log.counts }

    /// Returns as soon as the counts satisfy the condition.
    package func wait(until condition: @escaping @Sendable (Counts) -> Bool) async {
        await log.wait(until: condition)
    }

    /// A request as received.
    package struct ReceivedRequest: Sendable {
        package let target: String
        /// The request line and all header lines, with the empty line after them.
        package let head: String
        package let body: [UInt8]
    }

    package struct Counts: Sendable, Equatable {
        package var requests = 0
        /// The number of accepted connections.
        package var connections = 0
        /// The number of open connections.
        package var open = 0

        package init(requests: Int = 0, connections: Int = 0, open: Int = 0) {
            self.requests = requests
            self.connections = connections
            self.open = open
        }
    }
}
