import Dispatch
import Glibc

@testable import Server

/// A client that sends exactly the given bytes and returns exactly the bytes that it receives.
final class Client: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let socket: Int32
    private let received = Received()

    /// The bytes received and not yet returned; a client is used by one task at a time.
    private final class Received: @unchecked Sendable {
        var bytes: [UInt8] = []
    }

    /// Connects; `receiveBuffer` is the size in bytes of the socket's receive buffer.
    init(port: UInt16, isVersion6: Bool = false, receiveBuffer: Int32? = nil) throws {
        socket = Glibc.socket(isVersion6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(description: "socket: \(errno)") }
        if let receiveBuffer { set(SO_RCVBUF, receiveBuffer) }
        set(TCP_NODELAY, 1, level: Int32(IPPROTO_TCP))
        // Distinguishes a broken server from a slow one; no test waits for this.
        set(SO_RCVTIMEO, timeval(tv_sec: 120, tv_usec: 0))
        set(SO_SNDTIMEO, timeval(tv_sec: 120, tv_usec: 0))
        let address = SocketAddress(host: isVersion6 ? "::1" : "127.0.0.1", port: port)
        guard let address, address.withPointer({ connect(socket, $0, $1) }) == 0 else {
            throw Failure(description: "connect: \(errno)")
        }
    }

    deinit { close(socket) }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    /// Returns when the system has accepted the bytes; a connection closed by the server is no failure, the response
    /// shows it.
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

    /// Receives the next bytes; none at the end of the connection.
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

    /// Receives all bytes up to the end of the connection; throws if it was reset.
    func receiveToEnd() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let more = try await receive()
            if more.isEmpty { return bytes }
            bytes += more
        }
    }

    /// Receives bytes up to and including the delimiter.
    func receive(through delimiter: String) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            if let end = bytes.end(of: delimiter) {
                received.bytes = Array(bytes[end...])
                return Array(bytes[..<end])
            }
            let more = try await receive()
            guard !more.isEmpty else { throw Failure(description: "the connection ended") }
            bytes += more
        }
    }

    /// Receives exactly this number of bytes.
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

    /// Returns true if the server has closed the connection without sending more.
    func hasEnded() async throws -> Bool { try await receive().isEmpty }

    /// Sends the byte about two hundred times a second until a response arrives.
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

    /// Returns true if the server has reset the connection.
    func wasReset() -> Bool {
        var watched = pollfd(fd: socket, events: 0, revents: 0)
        return poll(&watched, 1, 0) > 0 && watched.revents & Int16(POLLERR | POLLHUP) != 0
    }

    /// Shuts down the sending side.
    func shutdownSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Resets the connection, so that the server gets an error at once.
    func reset() {
        set(SO_LINGER, linger(l_onoff: 1, l_linger: 0))
        // Closes the connection and keeps the descriptor's number until deinit.
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
    /// Returns the end of the first occurrence of the text.
    func end(of text: String) -> Int? {
        let delimiter = Array(text.utf8)
        guard count >= delimiter.count else { return nil }
        return (0...(count - delimiter.count)).first { self[$0..<$0 + delimiter.count].elementsEqual(delimiter) }.map {
            $0 + delimiter.count
        }
    }

    var text: String { String(decoding: self, as: UTF8.self) }
}
