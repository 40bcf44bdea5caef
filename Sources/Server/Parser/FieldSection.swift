import Basics
import HTTP

/// The fields of a request's head that control its framing, routing and connection.
struct FieldSection: ~Copyable {
    private let head: [UInt8]
    private var host, contentLength, expectation: Range<Int>?
    private var transferEncodings: [ArraySlice<UInt8>] = []
    private var connections: [ArraySlice<UInt8>] = []

    /// Rejects fields that two parsers could read differently.
    init(_ lines: [RequestHead.Line], in head: [UInt8]) throws(ParseError) {
        self.head = head
        var seen: UInt16 = 0
        for line in lines {
            guard let field = KnownField(line.name, in: head) else { continue }
            switch field {
            case .transferEncoding: transferEncodings.append(head[line.value])
            case .connection: connections.append(head[line.value])
            case .underscoreVariant: throw .malformed("a field with an underscore for its hyphen")
            default:
                guard seen & 1 << field.rawValue == 0 else {
                    throw .malformed("more than one \(String(decoding: head[line.name], as: UTF8.self))")
                }
                seen |= 1 << field.rawValue
            }
            if field == .host { host = line.value }
            if field == .contentLength { contentLength = line.value }
            if field == .expect { expectation = line.value }
        }
    }

    /// Checks Host (RFC 9112 section 3.2), and that it matches an absolute target.
    func checkHost(isHTTP11: Bool, target: RequestTarget) throws(ParseError) {
        guard let host else {
            if isHTTP11 { throw .malformed("no Host") }
            return
        }
        guard HostName.isValid(head[host]) else { throw .malformed("an invalid Host") }
        if let authority = target.authority, !HostName.areEquivalent(head[authority], head[host]) {
            throw .malformed("a Host that differs from the target's")
        }
    }

    /// Returns true if the connection persists (RFC 9112 section 9.3).
    func isPersistent(isHTTP11: Bool) -> Bool {
        if connections.isEmpty { return isHTTP11 }
        if lists("close") { return false }
        return isHTTP11 || lists("keep-alive")
    }

    /// Returns true if the client waits for 100 before it sends its content (RFC 9110 section 10.1.1).
    func expectsContinue(isHTTP11: Bool) throws(ParseError) -> Bool {
        guard isHTTP11, let expectation else { return false }
        guard head[expectation].equalsIgnoringCase("100-continue".utf8) else {
            throw ParseError(.expectationFailed, "an expectation other than 100-continue")
        }
        return true
    }

    private func lists(_ option: String) -> Bool {
        connections.contains { value in
            value.split(separator: UInt8(ascii: ",")).contains { element in
                element.trimmingBlanks().equalsIgnoringCase(option.utf8)
            }
        }
    }
}

/// The way in which the end of a request's content is marked (RFC 9112 section 6).
enum ContentFraming: Equatable {
    /// By its length; 0 is no content.
    case length(Int)
    case chunked
}

extension FieldSection {
    /// Rejects framing that two parsers could read differently, and content over `limit` bytes.
    func contentFraming(isHTTP11: Bool, limit: Int) throws(ParseError) -> ContentFraming {
        guard !transferEncodings.isEmpty else {
            return .length(
                try contentLength.map { value throws(ParseError) in try Self.length(head[value], limit: limit) } ?? 0)
        }
        guard isHTTP11 else { throw .malformed("Transfer-Encoding in HTTP/1.0") }
        guard contentLength == nil else { throw .malformed("Transfer-Encoding with Content-Length") }
        try Self.checkCodings(transferEncodings)
        return .chunked
    }

    private static func length(_ value: ArraySlice<UInt8>, limit: Int) throws(ParseError) -> Int {
        guard !value.isEmpty, value.allSatisfy(\.isDigit) else {
            throw .malformed("a Content-Length that is not a number")
        }
        // Some parsers read it as an octal number.
        guard value.count == 1 || value.first != UInt8(ascii: "0") else {
            throw .malformed("a Content-Length with a leading zero")
        }
        guard let length = Int(String(decoding: value, as: UTF8.self)) else {
            throw .malformed("a Content-Length that is too large")
        }
        guard length <= limit else { throw ParseError(.contentTooLarge, "content over \(limit) bytes") }
        return length
    }

    /// Checks that chunked is the last coding and the only one: no other is implemented.
    private static func checkCodings(_ values: [ArraySlice<UInt8>]) throws(ParseError) {
        let codings = values.flatMap { value in
            value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { $0.trimmingBlanks() }
        }
        let isChunked = codings.map { $0.equalsIgnoringCase("chunked".utf8) }
        guard codings.allSatisfy({ !$0.isEmpty }), isChunked.last == true, isChunked.count(where: \.self) == 1 else {
            throw .malformed("a Transfer-Encoding that does not end in a single chunked")
        }
        guard codings.count == 1 else { throw ParseError(.notImplemented, "a transfer coding other than chunked") }
    }
}

/// The fields that the server itself interprets, and singleton fields: of two of them each parser could use another.
private enum KnownField: UInt16 {
    case host, contentLength, expect, transferEncoding, connection
    case contentType, contentRange, authorization, range, ifRange, ifModifiedSince, ifUnmodifiedSince
    /// An underscore for a hyphen: the field is read as another one by programs that map names to variables.
    case underscoreVariant

    init?(_ name: Range<Int>, in head: [UInt8]) {
        guard name.count < Self.byLength.count else { return nil }
        let known = Self.byLength[name.count].first { known in
            (0..<name.count).allSatisfy { head[name.lowerBound + $0].lowercased == known.name.utf8Start[$0] }
        }
        guard let known else { return nil }
        self = known.field
    }

    private static let byLength: [[(name: StaticString, field: Self)]] = {
        let fields: [(name: StaticString, field: Self)] = [
            ("host", .host), ("content-length", .contentLength), ("expect", .expect),
            ("transfer-encoding", .transferEncoding), ("connection", .connection), ("content-type", .contentType),
            ("content-range", .contentRange), ("authorization", .authorization), ("range", .range),
            ("if-range", .ifRange), ("if-modified-since", .ifModifiedSince),
            ("if-unmodified-since", .ifUnmodifiedSince), ("content_length", .underscoreVariant),
            ("transfer_encoding", .underscoreVariant),
        ]
        return (0..<20).map { length in fields.filter { $0.name.utf8CodeUnitCount == length } }
    }()
}
