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

extension LoopbackUpstream {
    /// The reply to a request.
    package indirect enum Reply: Sendable {
        /// A well-formed response with its Content-Length (unless the headers have one); the connection stays open.
        case response(status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = [])
        /// Exactly these bytes, then the connection is closed.
        case bytes([UInt8])
        /// Exactly these bytes, then the connection is reset.
        case reset(after: [UInt8] = [])
        /// One byte per interval in seconds, then the connection is closed.
        case drip([UInt8], every: Double)
        /// No bytes; the connection is open until the client disconnects.
        case silence
        /// The reply after these seconds, if the client is still connected.
        case after(Double, Reply)
        /// The reply once the gate is open, if the client is still connected.
        case when(Gate, Reply)

        package static func text(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Reply {
            .response(status: status, headers: headers, body: Array(text.utf8))
        }

        package static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Reply {
            .text(text, status: status, headers: [("Content-Type", "application/json; charset=utf-8")] + headers)
        }

        package static func raw(_ text: String) -> Reply { .bytes(Array(text.utf8)) }
    }
}

extension LoopbackUpstream.Reply {
    /// Returns a valid response of a Marvel-compatible API: every hero exists, with one work of each kind.
    @Sendable package static func marvel(_ target: String) -> LoopbackUpstream.Reply {
        let path = target.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
        let id = path.dropFirst().first.flatMap { Int($0) } ?? 7
        let result = path.count > 2 ? #"{"id":1,"title":"Topic of \#(id)"}"# : #"{"id":\#(id),"name":"Hero \#(id)"}"#
        return .json(
            #"{"code":200,"etag":"e\#(id)","attributionText":"Data","data":{"total":1,"results":[\#(result)]}}"#)
    }
}
