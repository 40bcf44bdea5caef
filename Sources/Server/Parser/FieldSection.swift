import Basics
import HTTP

/// The fields of a request's head that control its framing, routing and connection.
struct FieldSection: ~Copyable {
    /// The values of a singleton field: the first one and their number.
    private struct Values {
        private(set) var first = 0..<0
        private(set) var count = 0

        mutating func add(_ value: Range<Int>) {
            if count == 0 { first = value }
            count += 1
        }
    }

    private let head: [UInt8]
    private var hosts = Values()
    private var contentLengths = Values()
    private var expectations = Values()
    private(set) var transferEncodings: [ArraySlice<UInt8>] = []
    private var connections: [ArraySlice<UInt8>] = []

    /// Rejects fields that two parsers could read differently.
    init(_ lines: [RequestHead.Line], in head: [UInt8]) throws(ParseError) {
        self.head = head
        var singletons: UInt8 = 0
        for line in lines {
            switch KnownHeader(line.name, in: head) {
            case .other: break
            case .host: hosts.add(line.value)
            case .contentLength: contentLengths.add(line.value)
            case .transferEncoding: transferEncodings.append(head[line.value])
            case .connection: connections.append(head[line.value])
            case .expect: expectations.add(line.value)
            case .singleton(let number):
                guard singletons & 1 << number == 0 else {
                    throw .malformed("more than one \(String(decoding: head[line.name], as: UTF8.self))")
                }
                singletons |= 1 << number
            case .underscoreVariant: throw .malformed("a field with an underscore for its hyphen")
            }
        }
    }

    /// Returns the value of Content-Length, or nil without one; throws if there are two.
    func contentLength() throws(ParseError) -> ArraySlice<UInt8>? {
        guard contentLengths.count <= 1 else { throw .malformed("more than one Content-Length") }
        return contentLengths.count == 0 ? nil : head[contentLengths.first]
    }

    var hasContentLength: Bool { contentLengths.count > 0 }

    /// Checks Host (RFC 9112 section 3.2), and that it matches an absolute target.
    func checkHost(isHTTP11: Bool, target: RequestTarget) throws(ParseError) {
        guard hosts.count > 0 else {
            if isHTTP11 { throw .malformed("no Host") }
            return
        }
        guard hosts.count == 1 else { throw .malformed("more than one Host") }
        let host = head[hosts.first]
        guard HostName.isValid(host) else { throw .malformed("an invalid Host") }
        if let authority = target.authority, !HostName.areEquivalent(head[authority], host) {
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
        guard isHTTP11, expectations.count > 0 else { return false }
        guard expectations.count == 1, head[expectations.first].equalsIgnoringCase("100-continue") else {
            throw ParseError(.expectationFailed, "an expectation other than 100-continue")
        }
        return true
    }

    private func lists(_ option: StaticString) -> Bool {
        connections.contains { value in
            value.split(separator: UInt8(ascii: ",")).contains { element in
                element.trimmingBlanks().equalsIgnoringCase(option)
            }
        }
    }
}
