import Basics
import HTTPTypes

/// An HTTP request with its complete body, as handlers get it.
package struct Request: Sendable, Equatable {
    package var method: HTTPRequest.Method
    /// The request target in origin-form (RFC 9112 section 3.2.1), still percent-encoded, always starting with "/".
    package var target: String
    package var fields: HTTPFields
    package var body: [UInt8]
    /// The peer's address without its port, such as 127.0.0.1 or ::1.
    package var peer: String

    package init(
        method: HTTPRequest.Method = .get, target: String, fields: HTTPFields = [:], body: [UInt8] = [],
        peer: String = "127.0.0.1"
    ) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
        self.peer = peer
    }

    /// The target before its first "?", still percent-encoded.
    package var path: Substring { target.prefix { $0 != "?" } }

    /// The target after its first "?", still percent-encoded; empty without one.
    package var query: Substring { target.drop { $0 != "?" }.dropFirst() }
}

extension Request {
    /// The path's segments, each percent-decoded: `/` has one empty segment, `/a/` has "a" and "".
    ///
    /// An encoded slash, backslash, NUL or dot does not split its segment, and empty segments are included, so `//` is
    /// not `/`. Nil if an encoding is malformed.
    package var pathSegments: [String]? {
        var segments: [String] = []
        for segment in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let decoded = PercentEncoding.decode(segment) else { return nil }
            segments.append(decoded)
        }
        return segments
    }

    /// The query's fields; none without a query.
    package var queryForm: Form { Form(urlEncoded: query.utf8) }

    /// The body's fields; nil if the body is no `application/x-www-form-urlencoded`.
    package var form: Form? {
        guard let type = fields[.contentType] else { return nil }
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmingBlanks()
        guard essence.equalsIgnoringCase("application/x-www-form-urlencoded".utf8) else { return nil }
        return Form(urlEncoded: body)
    }

    /// The value of the Host field: the host and, unless it is the scheme's default, the port.
    package var host: String? { fields.value(named: "host") }
}

/// The named values of a query or of an `application/x-www-form-urlencoded` body, in order.
package struct Form: Sendable, Equatable {
    package let fields: [Field]

    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String
    }

    /// Parses `a=1&b=2` by the WHATWG URL standard (section 5.1), which rejects nothing: see `decodeLeniently`.
    package init(urlEncoded bytes: some Sequence<UInt8>) {
        fields = bytes.split(separator: UInt8(ascii: "&")).map { piece in
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            return Field(
                name: PercentEncoding.decodeLeniently(name),
                value: PercentEncoding.decodeLeniently(piece.dropFirst(name.count + 1)))
        }
    }

    /// The first value of that name.
    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Returns true if the name occurs more than once.
    package func hasMultiple(_ name: String) -> Bool { fields.count { $0.name == name } > 1 }
}

extension HTTPFields {
    /// Returns the value of a field without a name in HTTPTypes, by its lowercase name; several are joined by ", ".
    package func value(named name: String) -> String? {
        let values = lazy.filter { $0.name.canonicalName == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
