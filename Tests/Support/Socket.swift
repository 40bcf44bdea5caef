import Glibc

/// The error of a system call on a test's socket.
package struct SocketError: Error, CustomStringConvertible {
    package let call: String
    package let code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

package enum Socket {
    /// Returns a TCP socket bound to a port, by default a free one of 127.0.0.1, not yet listening.
    static func bindLoopback(
        _ host: UInt32 = loopbackHost, port: UInt16 = 0
    ) throws(SocketError) -> (descriptor: Int32, port: UInt16) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", code: errno) }
        var address = loopback(host, port: port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else {
            let code = errno
            close(descriptor)
            throw SocketError(call: "bind", code: code)
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Returns a socket that listens at a free port of 127.0.0.1.
    package static func listenLoopback() throws(SocketError) -> (descriptor: Int32, port: UInt16) {
        let bound = try bindLoopback()
        guard listen(bound.descriptor, 128) == 0 else { throw SocketError(call: "listen", code: errno) }
        return bound
    }

    /// Returns a socket that has started to connect to the port, without waiting for the result.
    package static func startConnecting(to port: UInt16) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_INET, Int32(kind), 0)
        _ = connect(descriptor, to: port)
        return descriptor
    }

    /// Returns a blocking connection to the port of 127.0.0.1, from another address of this machine if `isOtherNetwork`
    /// is true: a server takes it for the client of another network.
    package static func connectLoopback(
        to port: UInt16, isOtherNetwork: Bool = false
    ) throws(SocketError) -> Int32 {
        let descriptor =
            isOtherNetwork
            ? try bindLoopback(loopbackHost + 1).descriptor
            : socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketError(call: "socket", code: errno) }
        guard connect(descriptor, to: port) == 0 else {
            let code = errno
            close(descriptor)
            throw SocketError(call: "connect", code: code)
        }
        return descriptor
    }

    /// Sends all bytes, blocking; returns false if the peer has disconnected.
    package static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    private static func connect(_ descriptor: Int32, to port: UInt16) -> Int32 {
        let address = loopback(port: port)
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    static let loopbackHost: UInt32 = 0x7F00_0001

    private static func loopback(_ host: UInt32 = loopbackHost, port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = host.bigEndian
        address.sin_port = port.bigEndian
        return address
    }
}
