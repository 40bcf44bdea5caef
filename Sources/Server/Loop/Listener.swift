import Basics
import CEpoll
import Glibc
import Synchronization

/// A socket bound to an address of the server, which accepts connections once `listen` was called.
final class Listener: Sendable {
    /// accept(2) for a non-blocking socket that no child process inherits.
    typealias Accept =
        @Sendable (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32

    static let systemAccept: Accept = { heroes_accept($0, $1, $2) }

    let socket: Int32
    /// An IP address.
    let host: String
    let port: UInt16
    /// The limit of connections that wait to be accepted; nil if the socket listens already.
    private let backlog: Int32?
    private let isClosed = Atomic(false)
    private let accepting: Accept

    /// Binds every address of the host, all to the same port. Addresses that this machine lacks are skipped, unless there
    /// is no other.
    static func all(_ configuration: ServerConfiguration) throws(ServerError) -> [Listener] {
        guard configuration.inherited.isEmpty else {
            return try configuration.inherited.map { socket throws(ServerError) in
                try Listener(inherited: socket, configuration)
            }
        }
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
        (host, backlog) = (configuration.host, configuration.backlog)
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        socket = Glibc.socket(address.family, type, 0)
        guard socket >= 0 else {
            // A machine without IPv6 has no address of that family.
            if errno == EAFNOSUPPORT { throw .hostUnavailable(host: configuration.host) }
            throw .system(reason: SystemError("socket").description)
        }
        do throws(ServerError) {
            port = try Self.bind(socket, to: address, configuration)
        } catch {
            Glibc.close(socket)
            throw error
        }
    }

    /// Takes over a socket that listens already, such as one of the service manager.
    private init(inherited socket: Int32, _ configuration: ServerConfiguration) throws(ServerError) {
        var listens: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        let address = SocketAddress { _ = getsockname(socket, $0, $1) }
        guard getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0,
            [AF_INET, AF_INET6].contains(address.family)
        else { throw .notListening(descriptor: socket) }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        (self.socket, host, port) = (socket, address.host, address.port)
        (backlog, accepting) = (nil, configuration.accept)
    }

    deinit { close() }

    /// Closes the socket: connections that wait to be accepted are reset, unless another process has the socket, too.
    func close() { if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(socket) } }

    /// Starts to listen; a socket that listens already keeps its backlog.
    func listen() throws(ServerError) {
        // Connections inherit it: the kernel's buffers contain little more than is on its way, so that a client's reading
        // shows in what can be sent.
        SocketOption.set(Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, 128 * 1024, of: socket)
        guard backlog == nil || Glibc.listen(socket, backlog ?? 0) == 0 else {
            throw Self.failure("listen", errno, host: host, port)
        }
    }

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

    /// Binds the socket; returns the port. Fails if another process listens there.
    private static func bind(
        _ socket: Int32, to address: SocketAddress, _ configuration: ServerConfiguration
    ) throws(ServerError) -> UInt16 {
        SocketOption.set(SOL_SOCKET, SO_REUSEADDR, 1, of: socket)
        if address.family == AF_INET6 { SocketOption.set(Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0, of: socket) }
        guard address.withPointer({ Glibc.bind(socket, $0, $1) }) == 0 else {
            throw failure("bind", errno, host: configuration.host, configuration.port)
        }
        return SocketAddress { _ = getsockname(socket, $0, $1) }.port
    }

    private static func failure(_ call: String, _ number: Int32, host: String, _ port: UInt16) -> ServerError {
        switch number {
        case EADDRINUSE: .portInUse(host: host, port: port)
        case EACCES: .portNotPermitted(port: port)
        case EADDRNOTAVAIL: .hostUnavailable(host: host)
        default: .system(reason: SystemError(call, number: number).description)
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
