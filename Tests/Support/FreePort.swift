import Glibc

/// A port that nobody has just now.
package enum FreePort {
    /// Throws where the system gives none; another program may take the port before the caller does.
    package static func find() throws(SocketError) -> UInt16 {
        let (descriptor, port) = try Socket.bindLoopback()
        close(descriptor)
        return port
    }
}
