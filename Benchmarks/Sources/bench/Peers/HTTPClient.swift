import Foundation
import Glibc
import Support

/// A keep-alive connection to a port of 127.0.0.1 that blocks; used by one thread at a time.
final class HTTPClient: @unchecked Sendable {
    struct Response {
        let head: String
        let status: Int
        /// The content, unchunked.
        let body: [UInt8]
        /// Seconds from the request to the first bytes of content.
        let firstByte: Double
        /// Seconds from the request to the end.
        let total: Double

        var text: String { String(decoding: body, as: UTF8.self) }

        func field(_ name: String) -> Substring? { HTTPClient.field(name, head) }
    }

    private let socket: Int32
    private var received: [UInt8] = []

    init(port: UInt16, timeout seconds: Int = 10, isOtherNetwork: Bool = false) throws {
        socket = try Socket.connectLoopback(to: port, isOtherNetwork: isOtherNetwork)
        var timeout = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    func get(_ path: String, _ fields: [String] = []) throws -> Response {
        try response(to: ["GET \(path) HTTP/1.1", "Host: 127.0.0.1"] + fields)
    }

    func post(_ path: String, _ content: String, as type: String, _ fields: [String] = []) throws -> Response {
        let lines = [
            "POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Content-Type: \(type)",
            "Content-Length: \(content.utf8.count)",
        ]
        return try response(to: lines + fields, content)
    }

    private func response(to lines: [String], _ content: String = "") throws -> Response {
        let start = ContinuousClock.now
        let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + content).utf8)
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw BenchmarkError(call: "send")
        }
        let head = try takeText(upTo: "\r\n\r\n")
        let length = Self.field("content-length", head).flatMap { Int($0) }
        if received.isEmpty, length != 0 { try receive() }
        let firstByte = ContinuousClock.now - start
        let body = try length.map(takeBytes) ?? takeChunks()
        return Response(
            head: head, status: head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0, body: body,
            firstByte: firstByte / .seconds(1), total: (ContinuousClock.now - start) / .seconds(1))
    }

    /// Takes the content of chunks (RFC 9112 section 7.1), up to the last one.
    private func takeChunks() throws -> [UInt8] {
        var content: [UInt8] = []
        while true {
            guard let size = Int(try takeText(upTo: "\r\n"), radix: 16) else {
                throw BenchmarkError("a response without its length")
            }
            content += try takeBytes(size)
            _ = try takeBytes(2)
            if size == 0 { return content }
        }
    }

    private func takeBytes(_ count: Int) throws -> [UInt8] {
        while received.count < count { try receive() }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private func takeText(upTo end: String) throws -> String {
        while true {
            if let range = received.firstRange(of: end.utf8) {
                defer { received.removeFirst(range.upperBound) }
                return String(decoding: received[..<range.lowerBound], as: UTF8.self)
            }
            try receive()
        }
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else {
            throw count == 0 ? BenchmarkError("a response was cut short") : BenchmarkError(call: "recv")
        }
        received += buffer.prefix(count)
    }

    private static func field(_ name: String, _ head: String) -> Substring? {
        head.split(separator: "\r\n").dropFirst().first { $0.prefix { $0 != ":" }.lowercased() == name }
            .map { $0.drop { $0 != ":" }.dropFirst().drop { $0 == " " } }
    }
}
