import Dispatch
import Foundation
import Support

/// A connection to a program under test on 127.0.0.1 that sends and receives bytes unchanged.
final class RawConnection: Sendable {
    private let socket: Int32
    private let host: String

    /// Connects to a URL that the program printed, such as `http://127.0.0.1:8080`.
    init(to url: String, isOtherNetwork: Bool = false) throws {
        host = url.split(separator: "/").last.map(String.init) ?? ""
        let port = url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        socket = try Socket.connectLoopback(to: port, isOtherNetwork: isOtherNetwork)
    }

    deinit { close(socket) }

    /// Shuts the connection down; a site that stops waits for that.
    func end() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Sends a request with these header lines and `Connection: close`.
    func sendRequest(_ requestLine: String, _ lines: [String] = []) throws {
        let text = ([requestLine + " HTTP/1.1", "Host: " + host, "Connection: close"] + lines + ["", ""])
        try send(text.joined(separator: "\r\n"))
    }

    /// Sends a request and keeps the connection open.
    func sendKeepAlive(_ requestLine: String, host name: String? = nil) throws {
        try send("\(requestLine) HTTP/1.1\r\nHost: \(name ?? host)\r\n\r\n")
    }

    /// Sends the text unchanged, such as the beginning of a request.
    func send(_ text: String) throws {
        guard Socket.send(Array(text.utf8), to: socket) else { throw SocketError(call: "send", code: errno) }
    }

    /// Returns the next bytes; none at the end.
    func receive() async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { [socket] continuation in
            DispatchQueue.global().async {
                var bytes = [UInt8](repeating: 0, count: 64 * 1024)
                let count = recv(socket, &bytes, bytes.count, 0)
                let code = errno
                continuation.resume(
                    with: count >= 0
                        ? .success(Array(bytes[..<count])) : .failure(SocketError(call: "recv", code: code)))
            }
        }
    }

    /// Sends a request on a new connection and returns the complete response.
    static func response(
        from url: String, _ requestLine: String, _ lines: [String] = [], isOtherNetwork: Bool = false
    ) async throws -> RawResponse {
        let connection = try RawConnection(to: url, isOtherNetwork: isOtherNetwork)
        try connection.sendRequest(requestLine, lines)
        var response = RawResponse()
        while true {
            let bytes = try await connection.receive()
            if bytes.isEmpty { return response }
            response.append(bytes)
        }
    }
}

/// An HTTP response, as far as it has been received.
struct RawResponse {
    private var bytes: [UInt8] = []

    mutating func append(_ received: [UInt8]) { bytes += received }

    private var lines: [Substring] {
        String(decoding: bytes[..<(headEnd ?? 0)], as: UTF8.self).split(separator: "\r\n")
    }

    var status: Int { lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

    /// The value of the field with this lowercase name.
    subscript(name: String) -> String? {
        let prefix = name + ": "
        let line = lines.dropFirst().first { $0.lowercased().hasPrefix(prefix) }
        return line.map { String($0.dropFirst(prefix.count)) }
    }

    /// The content, without chunk sizes.
    var content: [UInt8] {
        guard let headEnd else { return [] }
        let remainder = Array(bytes[headEnd...])
        return self["transfer-encoding"] == "chunked" ? Self.dechunked(remainder) : remainder
    }

    var text: String { String(decoding: content, as: UTF8.self) }

    /// True if the last chunk has been received.
    var isComplete: Bool { bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8) }

    private var headEnd: Int? {
        let separator = Array("\r\n\r\n".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: separator) }.map { $0 + separator.count }
    }

    /// Returns the content of the complete chunks.
    private static func dechunked(_ chunked: [UInt8]) -> [UInt8] {
        var (remainder, content) = (chunked[...], [UInt8]())
        while let end = remainder.firstIndex(of: UInt8(ascii: "\r")) {
            let size = Int(String(decoding: remainder[..<end], as: UTF8.self), radix: 16) ?? 0
            guard size > 0, remainder.distance(from: end, to: remainder.endIndex) >= size + 4 else { break }
            content += remainder[(end + 2)..<(end + 2 + size)]
            remainder = remainder[(end + 2 + size + 2)...]
        }
        return content
    }
}
