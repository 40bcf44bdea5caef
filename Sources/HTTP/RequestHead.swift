import Basics
import HTTPTypes

/// The head of a request as received, for responses that need no parsed fields.
///
/// The server has validated it: the target is a path with a query or `*`, names are tokens and values have no control
/// byte.
package struct RequestHead: Sendable {
    /// The ranges of a field's name and value in the bytes, without the blanks around the value.
    package struct Line: Sendable {
        package let name: Range<Int>
        package let value: Range<Int>

        package init(name: Range<Int>, value: Range<Int>) {
            self.name = name
            self.value = value
        }
    }

    package let method: HTTPRequest.Method
    package private(set) var bytes: [UInt8]
    package let targetRange: Range<Int>
    package private(set) var lines: [Line]
    /// The peer's address without its port, such as 127.0.0.1 or ::1.
    package let peer: String

    package init(
        method: HTTPRequest.Method, bytes: [UInt8], target: Range<Int>, lines: [Line], peer: String
    ) {
        self.method = method
        self.bytes = bytes
        targetRange = target
        self.lines = lines
        self.peer = peer
    }

    /// Moves its buffers out, for reuse by another request.
    package mutating func recycle() -> (bytes: [UInt8], lines: [Line]) {
        var buffers = (bytes: [UInt8](), lines: [Line]())
        swap(&buffers.bytes, &bytes)
        swap(&buffers.lines, &lines)
        return buffers
    }

    /// The target as in `Request`, still percent-encoded.
    package var target: ArraySlice<UInt8> { bytes[targetRange] }

    /// Returns the value of the first field of this lowercase name.
    package func value(_ name: StaticString) -> ArraySlice<UInt8>? {
        lines.first { isNamed($0, name) }.map { bytes[$0.value] }
    }

    /// Returns true if there is more than one field of this lowercase name.
    package func hasMultiple(_ name: StaticString) -> Bool {
        lines.lazy.filter { isNamed($0, name) }.dropFirst().first != nil
    }

    /// Returns true if the line's field has this lowercase name.
    package func isNamed(_ line: Line, _ name: StaticString) -> Bool {
        let count = name.utf8CodeUnitCount
        guard line.name.count == count else { return false }
        return bytes.withUnsafeBufferPointer { bytes in
            for index in 0..<count
            where bytes[line.name.lowerBound + index].lowercased != name.utf8Start[index] {
                return false
            }
            return true
        }
    }
}

extension RequestHead {
    /// Creates the head of this request, as if the server had parsed it.
    package init(_ request: Request) {
        var bytes = Array(request.target.utf8)
        let lines = request.fields.map { field in
            let name = bytes.count..<bytes.count + field.name.rawName.utf8.count
            bytes += field.name.rawName.utf8
            let start = bytes.count
            field.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
            return Line(name: name, value: start..<bytes.count)
        }
        self.init(
            method: request.method, bytes: bytes, target: 0..<request.target.utf8.count, lines: lines,
            peer: request.peer)
    }
}

extension Request {
    /// Creates the request of this head, with all its fields.
    package init(_ head: RequestHead, body: [UInt8] = []) {
        var fields = HTTPFields()
        fields.reserveCapacity(head.lines.count)
        for line in head.lines {
            // The server rejects names that are no tokens, so no line is lost.
            guard let name = HTTPField.Name(head.bytes[line.name]) else { continue }
            fields.append(HTTPField(name, head.bytes[line.value]))
        }
        self.init(
            method: head.method, target: String(decoding: head.target, as: UTF8.self), fields: fields, body: body,
            peer: head.peer)
    }
}

extension HTTPField {
    /// Creates a field; ASCII values skip the check of their encoding, which costs more than everything else here.
    fileprivate init(_ name: Name, _ value: ArraySlice<UInt8>) {
        if value.allSatisfy({ $0 < 0x80 }) {
            self.init(name: name, value: String(decoding: value, as: UTF8.self))
        } else {
            self.init(name: name, value: value)
        }
    }
}

extension HTTPField.Name {
    /// Returns nil if the bytes are no token.
    fileprivate init?(_ bytes: ArraySlice<UInt8>) {
        // The last byte differs for most names of the same length.
        let known = Self.known[min(bytes.count, Self.known.count - 1)].first {
            $0.rawName.utf8.last == bytes.last && $0.rawName.utf8.elementsEqual(bytes)
        }
        if let known {
            self = known
        } else {
            self.init(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// The names of nearly all fields by their lengths, as browsers and tools write them: created once and not for each
    /// request.
    private static let known: [[Self]] = {
        let names = [
            "Host", "User-Agent", "Accept", "Accept-Language", "Accept-Encoding", "Connection", "Cookie", "Referer",
            "Origin", "Content-Type", "Content-Length", "Cache-Control", "Pragma", "DNT", "If-None-Match",
            "If-Modified-Since", "Upgrade-Insecure-Requests", "Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site",
            "Sec-Fetch-User", "Priority", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "Sec-GPC",
            "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Range", "If-Range",
        ].compactMap { Self($0) }
        return (0..<32).map { length in names.filter { $0.rawName.utf8.count == length } }
    }()
}
