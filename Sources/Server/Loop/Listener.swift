import Basics
import CEpoll
import Glibc

/// A listening socket.
final class Listener: Sendable {
    /// accept(2) for a non-blocking socket that no child process inherits.
    typealias Accept =
        @Sendable (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32

    static let systemAccept: Accept = { heroes_accept($0, $1, $2) }

    let socket: Int32
    let port: UInt16
    private let accepting: Accept

    /// Listens at every address of the host, all at the same port. Addresses that this machine lacks are skipped,
    /// unless there is no other.
    static func all(_ configuration: ServerConfiguration) throws(ServerError) -> [Listener] {
        var listeners: [Listener] = []
        var single = configuration
        for host in configuration.host == "localhost" ? ["127.0.0.1", "::1"] : [configuration.host] {
            single.host = host
            do throws(ServerError) {
                let listener = try Listener(single)
                single.port = listener.port
                listeners.append(listener)
            } catch .hostUnavailable {
                continue
            }
        }
        guard !listeners.isEmpty else { throw .hostUnavailable(host: configuration.host) }
        return listeners
    }

    private init(_ configuration: ServerConfiguration) throws(ServerError) {
        accepting = configuration.accept
        guard let address = SocketAddress(host: configuration.host, port: configuration.port) else {
            throw .invalidHost(host: configuration.host)
        }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        socket = Glibc.socket(address.family, type, 0)
        guard socket >= 0 else {
            // A machine without IPv6 has no address of that family.
            if errno == EAFNOSUPPORT { throw .hostUnavailable(host: configuration.host) }
            throw .system(reason: SystemError("socket").description)
        }
        do throws(ServerError) {
            port = try Self.listen(socket, at: address, configuration)
        } catch {
            close(socket)
            throw error
        }
    }

    deinit { close(socket) }

    /// Returns the next connection, non-blocking; nil if none waits.
    func accept() throws(SystemError) -> (socket: Int32, peer: String)? {
        while true {
            var accepted: Int32 = -1
            var error: Int32 = 0
            let peer = SocketAddress { address, length in
                accepted = accepting(socket, address, length)
                error = errno
            }
            if accepted >= 0 { return (accepted, peer.host) }
            switch error {
            case EAGAIN: return nil
            // accept(2): errors of a connection before it was accepted are a reason to try the next one.
            case EINTR, ECONNABORTED, ENETDOWN, EPROTO, ENOPROTOOPT, EHOSTDOWN, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH:
                continue
            default: throw SystemError("accept", number: error)
            }
        }
    }

    /// Binds and listens; returns the port.
    private static func listen(
        _ socket: Int32, at address: SocketAddress, _ configuration: ServerConfiguration
    ) throws(ServerError) -> UInt16 {
        SocketOption.set(SOL_SOCKET, SO_REUSEADDR, 1, of: socket)
        // Connections inherit it: the kernel's buffers contain little more than is on its way, so that a client's reading
        // shows in what can be sent.
        SocketOption.set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 128 * 1024, of: socket)
        if address.family == AF_INET6 { SocketOption.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0, of: socket) }
        let bound = address.withPointer { Glibc.bind(socket, $0, $1) }
        guard bound == 0, Glibc.listen(socket, configuration.backlog) == 0 else {
            throw failure(errno, configuration)
        }
        return SocketAddress { _ = getsockname(socket, $0, $1) }.port
    }

    private static func failure(_ number: Int32, _ configuration: ServerConfiguration) -> ServerError {
        switch number {
        case EADDRINUSE: .portInUse(host: configuration.host, port: configuration.port)
        case EACCES: .portNotPermitted(port: configuration.port)
        case EADDRNOTAVAIL: .hostUnavailable(host: configuration.host)
        default: .system(reason: SystemError("bind", number: number).description)
        }
    }
}

/// Integer socket options.
enum SocketOption {
    /// Sets an option; failures are ignored, since the socket works without it, only less well.
    static func set(_ level: Int32, _ name: Int32, _ value: Int32, of socket: Int32) {
        var value = value
        setsockopt(socket, level, name, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
