import Dispatch
import Glibc

@testable import Server

/// A client that sends exactly the bytes it is given and reads exactly what comes back.
final class Client: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: Int32
    private let received = Received()

    /// What came and was not asked for yet; a client is used by one task at a time.
    private final class Received: @unchecked Sendable {
        var bytes: [UInt8] = []
    }

    /// `receiveBuffer` is the bytes that the system takes before anybody reads them.
    init(port: UInt16, isVersion6: Bool = false, receiveBuffer: Int32? = nil) throws {
        socket = Glibc.socket(isVersion6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(description: "socket: \(errno)") }
        if let receiveBuffer { set(SO_RCVBUF, receiveBuffer) }
        set(TCP_NODELAY, 1, level: Int32(IPPROTO_TCP))
        // No test waits for this; a broken server is told from a slow one.
        set(SO_RCVTIMEO, timeval(tv_sec: 120, tv_usec: 0))
        set(SO_SNDTIMEO, timeval(tv_sec: 120, tv_usec: 0))
        let address = SocketAddress(host: isVersion6 ? "::1" : "127.0.0.1", port: port)
        guard let address, address.withPointer({ connect(socket, $0, $1) }) == 0 else {
            throw Failure(description: "connect: \(errno)")
        }
    }

    deinit { close(socket) }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Returns when the system has taken the bytes; a server that has closed before is no failure, its answer tells.
    func send(_ bytes: [UInt8]) async throws {
        try await blocking { [socket] in
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0, errno == EPIPE || errno == ECONNRESET { return }
                guard count > 0 else { throw Failure(description: "send: \(errno)") }
                sent += count
            }
        }
    }

    /// The next bytes; none at the end of the connection.
    func receive() async throws -> [UInt8] {
        if !received.bytes.isEmpty {
            defer { received.bytes = [] }
            return received.bytes
        }
        return try await blocking { [socket] in
            var bytes = [UInt8](repeating: 0, count: 64 * 1024)
            let count = recv(socket, &bytes, bytes.count, 0)
            guard count >= 0 else { throw Failure(description: "recv: \(errno)") }
            return Array(bytes[..<count])
        }
    }

    /// All bytes up to the end of the connection; throws where it was reset.
    func receiveToEnd() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = try await receive()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// Bytes up to and with the mark.
    func receive(through mark: String) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            if let end = bytes.end(of: mark) {
                received.bytes = Array(bytes[end...])
                return Array(bytes[..<end])
            }
            let more = try await receive()
            guard !more.isEmpty else { throw Failure(description: "the connection ended") }
            bytes += more
        }
    }

    /// Exactly so many bytes.
    func receive(count: Int) async throws -> [UInt8] {
        var bytes = received.bytes
        received.bytes = []
        while bytes.count < count {
            let more = try await receive()
            guard !more.isEmpty else { throw Failure(description: "the connection ended") }
            bytes += more
        }
        received.bytes = Array(bytes[count...])
        return Array(bytes[..<count])
    }

    /// Whether the server has ended the connection, having sent nothing more.
    func hasEnded() async throws -> Bool { try await receive().isEmpty }

    /// Sends the byte again and again, some hundred times a second, until something comes back.
    func trickle(_ byte: UInt8) async throws {
        try await blocking { [socket] in
            var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            while poll(&watched, 1, 5) == 0 {
                guard withUnsafeBytes(of: byte, { Glibc.send(socket, $0.baseAddress, 1, Int32(MSG_NOSIGNAL)) }) == 1
                else {
                    throw Failure(description: "send: \(errno)")
                }
            }
        }
    }

    /// Whether the server has answered by a reset.
    func wasReset() -> Bool {
        var watched = pollfd(fd: socket, events: 0, revents: 0)
        return poll(&watched, 1, 0) > 0 && watched.revents & Int16(POLLERR | POLLHUP) != 0
    }

    /// Says that nothing more is sent.
    func endSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Leaves so that the server is told at once.
    func reset() {
        set(SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        // The descriptor stays this client's own until the end, while the connection is gone.
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        dup2(null, socket)
        close(null)
    }

    private func set<Value>(_ option: Int32, _ value: Value, level: Int32 = SOL_SOCKET) {
        withUnsafePointer(to: value) {
            _ = setsockopt(socket, level, option, $0, socklen_t(MemoryLayout<Value>.size))
        }
    }

    private func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result { try body() }) }
        }
    }
}

extension [UInt8] {
    /// Where the first occurrence of the text ends.
    func end(of text: String) -> Int? {
        let mark = Array(text.utf8)
        guard count >= mark.count else { return nil }
        return (0...(count - mark.count)).first { self[$0..<$0 + mark.count].elementsEqual(mark) }.map {
            $0 + mark.count
        }
    }

    var text: String { String(decoding: self, as: UTF8.self) }
}
