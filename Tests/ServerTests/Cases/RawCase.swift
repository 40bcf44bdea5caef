import Testing

/// The bytes that a client sends, and the expected responses.
struct RawCase: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The expected statuses, in order.
    let statuses: [Int]
    /// The number of requests that reach the handler.
    let handled: Int
    /// True if another request may follow on the same connection.
    let isPersistent: Bool
    /// True for HEAD requests; their responses have no body.
    var isHead = false

    var testDescription: String { name }

    /// Expects 200 for every request and a persistent connection, unless stated otherwise.
    static func served(_ name: String, _ text: String, times: Int = 1, isPersistent: Bool = true) -> RawCase {
        RawCase(
            name: name, bytes: Array(text.utf8), statuses: Array(repeating: 200, count: times), handled: times,
            isPersistent: isPersistent)
    }

    /// Expects an error response of the server and the end of the connection.
    static func rejected(_ name: String, _ text: String, with status: Int = 400) -> RawCase {
        rejected(name, Array(text.utf8), with: status)
    }

    static func rejected(_ name: String, _ bytes: [UInt8], with status: Int = 400) -> RawCase {
        RawCase(name: name, bytes: bytes, statuses: [status], handled: 0, isPersistent: false)
    }

    /// Returns a GET with these field lines after Host.
    static func get(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

    /// Returns a POST with these field lines after Host and the content after the head.
    static func post(_ fields: String, _ content: String) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(content)"
    }

    /// Returns a GET of this target.
    static func target(_ target: String, host: String = "a") -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    }

    static let all: [RawCase] = [
        requestLines, methods, heads, versions, otherProtocols, targets, urls, hosts, hostBytes, fields, repetitions,
        connections, framing, lengths, codings, smuggled, chunks, chunkSizes, trailers, singleBytes,
    ].flatMap(\.self)
}
