import Testing

/// Bytes that a client sends, and what has to come of them.
struct RawCase: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// The statuses that are sent, in their order.
    let statuses: [Int]
    /// How many requests reach the handler.
    let handled: Int
    /// Whether another request may follow on the same connection.
    let isKept: Bool
    /// Whether the requests are HEAD, whose answers have no body.
    var isHead = false

    var testDescription: String { name }

    /// Every request is answered 200 and the connection stays, unless said otherwise.
    static func served(_ name: String, _ text: String, times: Int = 1, isKept: Bool = true) -> RawCase {
        RawCase(
            name: name, bytes: Array(text.utf8), statuses: Array(repeating: 200, count: times), handled: times,
            isKept: isKept)
    }

    /// The server answers itself and closes.
    static func refused(_ name: String, _ text: String, with status: Int = 400) -> RawCase {
        refused(name, Array(text.utf8), with: status)
    }

    static func refused(_ name: String, _ bytes: [UInt8], with status: Int = 400) -> RawCase {
        RawCase(name: name, bytes: bytes, statuses: [status], handled: 0, isKept: false)
    }

    /// A GET with these field lines after Host.
    static func get(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

    /// A POST with these field lines after Host, and what follows the head.
    static func post(_ fields: String, _ content: String) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(content)"
    }

    /// A GET of this target.
    static func target(_ target: String, host: String = "a") -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n"
    }

    static let all: [RawCase] = [
        requestLines, methods, heads, versions, otherProtocols, targets, urls, hosts, hostBytes, fields, repetitions,
        connections, framing, lengths, codings, smuggled, chunks, chunkSizes, trailers, singleBytes,
    ].flatMap(\.self)
}
