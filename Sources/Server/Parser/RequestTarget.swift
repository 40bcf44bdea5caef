import Basics

/// What a request asks for (RFC 9112 section 3.2), in one of the forms that an origin server serves.
struct RequestTarget: Equatable {
    enum Form {
        /// A path with or without a query.
        case resource
        /// A query after an authority without a path.
        case query
        /// An authority alone.
        case root
        /// `*`, the server itself.
        case server
    }

    let form: Form
    /// Where the path and query are.
    let range: Range<Int>
    /// Where the host and port are, where they are part of the target.
    let authority: Range<Int>?

    init(_ bytes: ArraySlice<UInt8>, of method: ArraySlice<UInt8>) throws(Refusal) {
        let isOptions = method.elementsEqual("OPTIONS".utf8)
        if method.elementsEqual("CONNECT".utf8) {
            throw Self.refusalToConnect(bytes)
        } else if bytes.first == UInt8(ascii: "/") {
            form = .resource
            range = bytes.indices
            authority = nil
        } else if bytes.elementsEqual("*".utf8) {
            guard isOptions else { throw .malformed("* asked by another method than OPTIONS") }
            form = .server
            range = bytes.indices
            authority = nil
        } else {
            let parts = try Self.absoluteParts(bytes)
            authority = parts.authority.indices
            range = parts.rest.indices
            form =
                switch parts.rest.first {
                case nil: isOptions ? .server : .root
                case UInt8(ascii: "?"): .query
                default: .resource
                }
        }
        try Self.checkResource(bytes[range])
    }

    /// The path and query as origin servers are asked for them, starting with "/", or `*`; added to the head where it
    /// came in another form.
    func placed(in head: inout [UInt8]) -> Range<Int> {
        switch form {
        case .resource: return range
        case .server where !range.isEmpty: return range
        case .server: head.append(UInt8(ascii: "*"))
        case .root: head.append(UInt8(ascii: "/"))
        case .query:
            head.append(UInt8(ascii: "/"))
            head.append(contentsOf: head[range])
            return head.count - range.count - 1..<head.count
        }
        return head.count - 1..<head.count
    }

    /// CONNECT alone has a host and a port for a target, and both of them.
    private static func refusalToConnect(_ bytes: ArraySlice<UInt8>) -> Refusal {
        guard HostName.isValid(bytes), bytes.last?.isDigit == true, bytes.contains(UInt8(ascii: ":")) else {
            return .malformed("CONNECT without host and port")
        }
        return Refusal(.notImplemented, "CONNECT to an origin server")
    }

    private static func absoluteParts(
        _ bytes: ArraySlice<UInt8>
    ) throws(Refusal) -> (authority: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            throw .malformed("a target that is neither path nor URL")
        }
        let scheme = bytes[..<colon]
        guard scheme.equalsIgnoringCase("http") else {
            throw scheme.equalsIgnoringCase("https")
                ? Refusal(.misdirectedRequest, "an https target without TLS")
                : .malformed("a target of another scheme than http")
        }
        let rest = bytes[(colon + 3)...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        guard HostName.isValid(rest[..<end]) else { throw .malformed("a target with an invalid host") }
        return (rest[..<end], rest[end...])
    }

    /// Checks for the characters of RFC 3986 section 3.3 and 3.4, and those that browsers leave as they are beside them
    /// (URL standard, percent-encode sets of path and query). No file or page is named by a control byte; in a query a
    /// form may send any, and a `%` that encodes nothing is a character like others.
    private static func checkResource(_ bytes: ArraySlice<UInt8>) throws(Refusal) {
        let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        guard PercentEncoding.isValid(bytes[..<end], allowing: isPathByte),
            bytes[end...].dropFirst().allSatisfy(isQueryByte)
        else { throw .malformed("a target with an invalid character or percent-encoding") }
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        if byte.isUnreserved || byte.isSubDelimiter { return true }
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"): return true
        case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "^"): return true
        default: return false
        }
    }

    private static func isQueryByte(_ byte: UInt8) -> Bool {
        if isPathByte(byte) { return true }
        switch byte {
        case UInt8(ascii: "?"), UInt8(ascii: "%"): return true
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "`"), UInt8(ascii: "\\"): return true
        default: return false
        }
    }
}
