import Glibc

/// One connection to a port of 127.0.0.1 that waits for what it asks.
final class PlainClient {
    struct Answer {
        /// Status line and fields, up to the empty line.
        let head: String
        let body: [UInt8]

        /// The value of a field.
        func field(_ name: String) -> Substring? {
            let line = head.split(separator: "\r\n").dropFirst().first { line in
                line.prefix { $0 != ":" }.lowercased() == name
            }
            return line?.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
        }
    }

    private let socket: Int32
    /// What has come and was not taken yet.
    var received: [UInt8] = []

    /// Connects; from 127.0.0.`source`, so that ports do not run short. An answer may take so many seconds.
    init(port: UInt16, source: UInt8 = 1, patience seconds: Int = 10) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Self.failure("socket") }
        // The port is chosen when the other end is known: only the pair has to be unique.
        var isPortLater: Int32 = 1
        setsockopt(
            socket, Int32(IPPROTO_IP), IP_BIND_ADDRESS_NO_PORT, &isPortLater, socklen_t(MemoryLayout<Int32>.size))
        guard Self.call(bind, socket, 0, source) == 0 else { throw Self.failure("bind") }
        guard Self.call(connect, socket, port, 1) == 0 else { throw Self.failure("connect") }
        var patience = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    /// Asks by GET; the answer has to come with its length.
    func answer(to path: String, _ fields: [String] = []) throws -> Answer {
        try ask(for: path, fields)
        return try takeAnswer()
    }

    /// Asks by POST, with content of that media type; the answer has to come with its length.
    func answer(
        to path: String, posting content: [UInt8], as type: String, _ fields: [String] = []
    ) throws -> Answer {
        let lines =
            [
                "POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Content-Type: \(type)",
                "Content-Length: \(content.count)",
            ] + fields
        try write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + content)
        return try takeAnswer()
    }

    private func takeAnswer() throws -> Answer {
        let head = try takeHead()
        let length = head.status == 304 ? 0 : head.field("content-length").flatMap { Int($0) }
        guard let length else { throw Unmeasurable("an answer without its length: \(head.head)") }
        while received.count < length { try receive() }
        defer { received.removeFirst(length) }
        return Answer(head: head.head, body: Array(received.prefix(length)))
    }

    func ask(for path: String, _ fields: [String] = []) throws {
        let lines = ["GET \(path) HTTP/1.1", "Host: 127.0.0.1"] + fields
        try write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    private func write(_ bytes: [UInt8]) throws {
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { throw Self.failure("send") }
    }

    /// The answer's head, once it is there.
    func takeHead() throws -> Answer {
        let end = Array("\r\n\r\n".utf8)
        var start = 0
        while true {
            if let index = received[start...].indices.first(where: { received[$0...].starts(with: end) }) {
                defer { received.removeFirst(index + end.count) }
                return Answer(head: String(decoding: received[..<index], as: UTF8.self), body: [])
            }
            start = max(0, received.count - end.count)
            try receive()
        }
    }

    /// Waits for more.
    func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { throw count == 0 ? Unmeasurable("an answer was cut short") : Self.failure("recv") }
        received += buffer.prefix(count)
    }

    /// A port that nobody listens on at the moment.
    static func freePort() throws -> UInt16 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw failure("socket") }
        defer { close(socket) }
        guard call(bind, socket, 0, 1) == 0 else { throw failure("bind") }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutableBytes(of: &address) { bytes in
            bytes.baseAddress.map { getsockname(socket, $0.assumingMemoryBound(to: sockaddr.self), &length) }
        }
        guard result == 0 else { throw failure("getsockname") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, _ socket: Int32, _ port: UInt16, _ host: UInt8
    ) -> Int32 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = (0x7F00_0000 | UInt32(host)).bigEndian
        return withUnsafeBytes(of: &address) { bytes in
            guard let pointer = bytes.baseAddress else { return -1 }
            return function(socket, pointer.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
    }

    private static func failure(_ call: String) -> Unmeasurable {
        Unmeasurable("\(call): \(String(cString: strerror(errno)))")
    }
}

extension PlainClient.Answer {
    var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
}
