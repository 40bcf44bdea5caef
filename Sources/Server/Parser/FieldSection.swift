import Basics
import HTTP

/// What the fields of a request's head say about how the message goes on.
struct FieldSection: ~Copyable {
    /// The values of a field that may come once: the first, and how many there are.
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

    /// Refuses fields that two readers could understand in two ways.
    init(_ lines: [RequestHead.Line], in head: [UInt8]) throws(Refusal) {
        self.head = head
        var singles: UInt8 = 0
        for line in lines {
            switch FieldMeaning(line.name, in: head) {
            case .other: break
            case .host: hosts.add(line.value)
            case .contentLength: contentLengths.add(line.value)
            case .transferEncoding: transferEncodings.append(head[line.value])
            case .connection: connections.append(head[line.value])
            case .expect: expectations.add(line.value)
            case .single(let number):
                guard singles & 1 << number == 0 else {
                    throw .malformed("more than one \(String(decoding: head[line.name], as: UTF8.self))")
                }
                singles |= 1 << number
            case .lookalike: throw .malformed("a field with an underscore for its hyphen")
            }
        }
    }

    /// The value of Content-Length, nil where there is none; refuses two of them.
    func contentLength() throws(Refusal) -> ArraySlice<UInt8>? {
        guard contentLengths.count <= 1 else { throw .malformed("more than one Content-Length") }
        return contentLengths.count == 0 ? nil : head[contentLengths.first]
    }

    var hasContentLength: Bool { contentLengths.count > 0 }

    /// Checks Host (RFC 9112 section 3.2), and that it is what an absolute target says.
    func checkHost(isVersion11: Bool, target: RequestTarget) throws(Refusal) {
        guard hosts.count > 0 else {
            if isVersion11 { throw .malformed("no Host") }
            return
        }
        guard hosts.count == 1 else { throw .malformed("more than one Host") }
        let host = head[hosts.first]
        guard HostName.isValid(host) else { throw .malformed("an invalid Host") }
        if let authority = target.authority, !HostName.areSame(head[authority], host) {
            throw .malformed("a Host that differs from the target's")
        }
    }

    /// Whether the connection persists (RFC 9112 section 9.3).
    func keepsAlive(isVersion11: Bool) -> Bool {
        if connections.isEmpty { return isVersion11 }
        if lists("close") { return false }
        return isVersion11 || lists("keep-alive")
    }

    /// Whether the client waits for 100 before it sends its content (RFC 9110 section 10.1.1).
    func expectsContinue(isVersion11: Bool) throws(Refusal) -> Bool {
        guard isVersion11, expectations.count > 0 else { return false }
        guard expectations.count == 1, head[expectations.first].equalsIgnoringCase("100-continue") else {
            throw Refusal(.expectationFailed, "an expectation other than 100-continue")
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
