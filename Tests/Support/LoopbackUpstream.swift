import Glibc
import Synchronization

/// A real TCP server on 127.0.0.1 that answers as its script says, however wrongly; it ends with this object.
package final class LoopbackUpstream: Sendable {
    /// Decides on the answer from the request target and the raw request head.
    package typealias Script = @Sendable (_ target: String, _ head: String) -> Answer

    package let port: UInt16
    private let listener: Int32
    private let ledger = Ledger()

    package init(_ script: @escaping Script) throws(SocketError) {
        (listener, port) = try Socket.bindLoopback()
        guard listen(listener, 1024) == 0 else { throw SocketError(call: "listen", code: errno) }
        DetachedThread.start { [listener, ledger] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection >= 0 {
                    guard ledger.opened(connection) else { continue }
                    DetachedThread.start { Conversation(connection, ledger: ledger, script: script).run() }
                } else if errno != EINTR && errno != ECONNABORTED {
                    break
                }
            }
            close(listener)
        }
    }

    deinit { stop() }

    /// Without a slash at its end.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Stops listening and closes every connection; requests from now on are refused.
    package func stop() {
        guard ledger.stop() else { return }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    /// Every request so far, in the order they came.
    package var requests: [Received] { ledger.requests }

    package var counts: Counts { ledger.counts }

    /// Returns as soon as the counts satisfy the condition.
    package func wait(until condition: @escaping @Sendable (Counts) -> Bool) async {
        await ledger.wait(until: condition)
    }

    /// One request as it came.
    package struct Received: Sendable {
        package let target: String
        /// The request line and all header lines, with the empty line after them.
        package let head: String
        package let body: [UInt8]
    }

    package struct Counts: Sendable, Equatable {
        package var requests = 0
        /// Connections ever accepted.
        package var connections = 0
        /// Connections open now.
        package var open = 0

        package init(requests: Int = 0, connections: Int = 0, open: Int = 0) {
            self.requests = requests
            self.connections = connections
            self.open = open
        }
    }
}
