import Basics

/// A request target (RFC 9112 section 3.2), in one of the forms that an origin server serves.
struct RequestTarget {
    /// The range of the path and query, or of `*`.
    let range: Range<Int>
    /// The byte that an absolute target lacks before its query: the path `/`, or `*` for the server itself.
    let prefix: UInt8?
    /// The range of the host and port, if they are part of the target.
    let authority: Range<Int>?

    init(_ bytes: ArraySlice<UInt8>, of method: ArraySlice<UInt8>) throws(ParseError) {
        if method.elementsEqual("CONNECT".utf8) { throw Self.connectError(bytes) }
        let isOptions = method.elementsEqual("OPTIONS".utf8)
        if bytes.first == UInt8(ascii: "/") || bytes.elementsEqual("*".utf8) {
            guard bytes.first == UInt8(ascii: "/") || isOptions else {
                throw .malformed("* with a method other than OPTIONS")
            }
            (range, prefix, authority) = (bytes.indices, nil, nil)
        } else {
            let parts = try Self.absoluteParts(bytes)
            (range, authority) = (parts.pathAndQuery.indices, parts.authority.indices)
            prefix =
                switch parts.pathAndQuery.first {
                case UInt8(ascii: "/"): nil
                case nil where isOptions: UInt8(ascii: "*")
                default: UInt8(ascii: "/")
                }
        }
        try Self.checkResource(bytes[range])
    }

    /// Returns the range of the path and query in origin-form, or of `*`; appends it to the head if it came in another
    /// form, or with text that is not percent-encoded.
    func originForm(in head: inout [UInt8]) -> Range<Int> {
        guard prefix != nil || head[range].contains(where: { $0 >= 0x80 }) else { return range }
        let start = head.count
        if let prefix { head.append(prefix) }
        let text = String(decoding: head[range], as: UTF8.self)
        head += PercentEncoding.encode(text) { $0 < 0x80 }.utf8
        return start..<head.count
    }

    /// Returns the error for CONNECT, the only method with a host and a port as its target.
    private static func connectError(_ bytes: ArraySlice<UInt8>) -> ParseError {
        guard HostName.isValid(bytes), bytes.last?.isDigit == true, bytes.contains(UInt8(ascii: ":")) else {
            return .malformed("CONNECT without host and port")
        }
        return ParseError(.notImplemented, "CONNECT to an origin server")
    }

    private static func absoluteParts(
        _ bytes: ArraySlice<UInt8>
    ) throws(ParseError) -> (authority: ArraySlice<UInt8>, pathAndQuery: ArraySlice<UInt8>) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            throw .malformed("a target that is neither path nor URL")
        }
        let scheme = bytes[..<colon]
        guard scheme.equalsIgnoringCase("http".utf8) else {
            throw scheme.equalsIgnoringCase("https".utf8)
                ? ParseError(.misdirectedRequest, "an https target without TLS")
                : .malformed("a target with a scheme other than http")
        }
        let pathAndQuery = bytes[(colon + 3)...]
        let end =
            pathAndQuery.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? pathAndQuery.endIndex
        guard HostName.isValid(pathAndQuery[..<end]) else { throw .malformed("a target with an invalid host") }
        return (pathAndQuery[..<end], pathAndQuery[end...])
    }

    /// Checks for the characters of RFC 3986 section 3.3 and 3.4, and those that browsers do not encode (URL standard,
    /// percent-encode sets of path and query), and for UTF-8 that a command line did not encode. An encoded control byte
    /// is valid in the query, since a form may send it, but not in the path; a `%` in a query that encodes nothing is an
    /// ordinary character.
    private static func checkResource(_ bytes: ArraySlice<UInt8>) throws(ParseError) {
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        let isText = !bytes.contains { $0 >= 0x80 } || String(validating: bytes, as: UTF8.self) != nil
        guard isText, isPath(bytes[..<end]), bytes[end...].dropFirst().allSatisfy(isQueryByte) else {
            throw .malformed("a target with an invalid character or percent-encoding")
        }
    }

    /// Returns true if every byte is allowed, or part of a `%` with two hexadecimal digits of a byte that is not a
    /// control.
    private static func isPath(_ bytes: ArraySlice<UInt8>) -> Bool {
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next()?.hexValue, let low = iterator.next()?.hexValue,
                    !(high << 4 | low).isControl
                else { return false }
            } else if !isPathByte(byte) {
                return false
            }
        }
        return true
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        byte.isUnreserved || byte >= 0x80 || "/!$&'()*+,;=:@[]|^".utf8.contains(byte)
    }

    private static func isQueryByte(_ byte: UInt8) -> Bool { isPathByte(byte) || "%?{}`\\".utf8.contains(byte) }
}
