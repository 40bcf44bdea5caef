import Glibc

/// A port that refuses connections as long as this object lives, because it is bound without listening.
package final class RefusingPort: Sendable {
    package let port: UInt16
    private let descriptor: Int32

    package init() throws(SocketError) { (descriptor, port) = try Socket.bindLoopback() }

    deinit { close(descriptor) }

    package var url: String { "http://127.0.0.1:\(port)" }
}
