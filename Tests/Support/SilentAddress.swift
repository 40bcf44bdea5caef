import Glibc

/// A port of 127.0.0.2 that accepts connections and never answers.
package final class SilentAddress: Sendable {
    private let descriptor: Int32

    package init(port: UInt16) throws(SocketError) {
        (descriptor, _) = try Socket.bindLoopback(0x7F00_0002, port: port)
        guard listen(descriptor, 128) == 0 else { throw SocketError(call: "listen", code: errno) }
    }

    deinit { close(descriptor) }
}
