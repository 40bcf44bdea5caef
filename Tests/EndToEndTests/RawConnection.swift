import Dispatch
import Foundation

/// A connection to a program under test on 127.0.0.1 that hides nothing: bytes go as they are given, come as they are.
final class RawConnection: Sendable {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    private let socket: Int32
    private let host: String

    /// The URL is one that the program said, such as `http://127.0.0.1:8080`.
    init(to url: String) throws {
        host = url.split(separator: "/").last.map(String.init) ?? ""
        let port = url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure(call: "connect", code: errno) }
    }

    deinit { close(socket) }

    /// Ends the connection, as a client does that is done; a site that stops waits for that.
    func end() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Asks with these lines after the request line, for the connection's last answer.
    func ask(_ requestLine: String, _ lines: [String] = []) throws {
        let text = ([requestLine + " HTTP/1.1", "Host: " + host, "Connection: close"] + lines + ["", ""])
        let bytes = Array(text.joined(separator: "\r\n").utf8)
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(call: "send", code: errno)
        }
    }

    /// Asks, and keeps the connection for more.
    func sendKeepAlive(_ requestLine: String, host name: String? = nil) throws {
        let bytes = Array("\(requestLine) HTTP/1.1\r\nHost: \(name ?? host)\r\n\r\n".utf8)
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(call: "send", code: errno)
        }
    }

    /// Sends the beginning of a request, or whatever else the text is.
    func begin(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(call: "send", code: errno)
        }
    }

    /// The next bytes; none at the end.
    func receive() async throws -> [UInt8] {
        try await withCheckedThrowingContinuation { [socket] continuation in
            DispatchQueue.global().async {
                var bytes = [UInt8](repeating: 0, count: 64 * 1024)
                let count = recv(socket, &bytes, bytes.count, 0)
                let result = Result { () throws(Failure) -> [UInt8] in
                    guard count >= 0 else { throw Failure(call: "recv", code: errno) }
                    return Array(bytes[..<count])
                }
                continuation.resume(with: result)
            }
        }
    }

    /// One question and its whole answer.
    static func answer(
        from url: String, _ requestLine: String, _ lines: [String] = []
    ) async throws -> RawResponse {
        let wire = try RawConnection(to: url)
        try wire.ask(requestLine, lines)
        var answer = RawResponse()
        while true {
            let bytes = try await wire.receive()
            if bytes.isEmpty { return answer }
            answer.take(bytes)
        }
    }
}

/// An HTTP answer as far as it has come.
struct RawResponse {
    private var bytes: [UInt8] = []

    mutating func take(_ more: [UInt8]) { bytes += more }

    private var lines: [Substring] {
        String(decoding: bytes[..<(endOfHead ?? 0)], as: UTF8.self).split(separator: "\r\n")
    }

    var status: Int { lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

    /// The value of the field of that name, given in small letters.
    subscript(name: String) -> String? {
        let prefix = name + ": "
        let line = lines.dropFirst().first { $0.lowercased().hasPrefix(prefix) }
        return line.map { String($0.dropFirst(prefix.count)) }
    }

    /// The content without its chunks' sizes.
    var content: [UInt8] {
        guard let endOfHead else { return [] }
        let rest = Array(bytes[endOfHead...])
        return self["transfer-encoding"] == "chunked" ? Self.joined(rest) : rest
    }

    /// Whether the last chunk has come.
    var isEnded: Bool { bytes.suffix(5).elementsEqual("0\r\n\r\n".utf8) }

    private var endOfHead: Int? {
        let mark = Array("\r\n\r\n".utf8)
        return bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
    }

    /// The content of the chunks that are complete.
    private static func joined(_ chunked: [UInt8]) -> [UInt8] {
        var (rest, content) = (chunked[...], [UInt8]())
        while let end = rest.firstIndex(of: UInt8(ascii: "\r")) {
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16) ?? 0
            guard size > 0, rest.distance(from: end, to: rest.endIndex) >= size + 4 else { break }
            content += rest[(end + 2)..<(end + 2 + size)]
            rest = rest[(end + 2 + size + 2)...]
        }
        return content
    }
}
