import Glibc

/// A port with a full accept queue, so that further connections hang while they connect.
package final class HangingPort: Sendable {
    package let port: UInt16
    private let descriptors: [Int32]

    package init() throws(SocketError) {
        let listener = try Socket.bindLoopback()
        port = listener.port
        guard listen(listener.descriptor, 0) == 0 else { throw SocketError(call: "listen", code: errno) }
        descriptors = [listener.descriptor] + (0..<4).map { _ in Socket.startConnecting(to: listener.port) }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    package var url: String { "http://127.0.0.1:\(port)" }
}
