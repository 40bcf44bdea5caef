import Glibc

/// Free TCP ports.
package enum FreePort {
    /// Returns a free port, which another program may bind before it is used; throws if there is none.
    package static func find() throws(SocketError) -> UInt16 {
        let (descriptor, port) = try Socket.bindLoopback()
        close(descriptor)
        return port
    }
}
