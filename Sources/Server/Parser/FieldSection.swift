import HTTPTypes

/// The fields of a request's head, with those picked out that decide how the message goes on.
struct FieldSection {
    private(set) var fields = HTTPFields()
    private(set) var hosts: [ArraySlice<UInt8>] = []
    private(set) var contentLengths: [ArraySlice<UInt8>] = []
    private(set) var transferEncodings: [ArraySlice<UInt8>] = []
    private(set) var connections: [ArraySlice<UInt8>] = []
    private(set) var expectations: [ArraySlice<UInt8>] = []

    /// Refuses fields that two readers could understand in two ways.
    init(_ lines: [FieldScanner.Line], in head: [UInt8]) throws(Refusal) {
        fields.reserveCapacity(lines.count)
        for line in lines {
            // The scanner lets nothing through that is no token, so no line is lost.
            guard let field = FieldName(head[line.name]) else { continue }
            let value = head[line.value]
            fields.append(Self.field(field.name, value))
            switch field.meaning {
            case .host: hosts.append(value)
            case .contentLength: contentLengths.append(value)
            case .transferEncoding: transferEncodings.append(value)
            case .connection: connections.append(value)
            case .expect: expectations.append(value)
            case .single:
                guard fields[values: field.name].count == 1 else { throw .malformed("more than one \(field.name)") }
            case .lookalike: throw .malformed("a field with an underscore for its hyphen")
            case .other: break
            }
        }
    }

    /// A value of ASCII is taken as the text that it is: to check the encoding of others costs more than all else here.
    private static func field(_ name: HTTPField.Name, _ value: ArraySlice<UInt8>) -> HTTPField {
        value.allSatisfy { $0 < 0x80 }
            ? HTTPField(name: name, value: String(decoding: value, as: UTF8.self)) : HTTPField(name: name, value: value)
    }

    /// Checks Host (RFC 9112 section 3.2), and that it is what an absolute target says.
    func checkHost(isVersion11: Bool, target: RequestTarget) throws(Refusal) {
        guard let host = hosts.first else {
            if isVersion11 { throw .malformed("no Host") }
            return
        }
        guard hosts.count == 1 else { throw .malformed("more than one Host") }
        guard HostName.isValid(host) else { throw .malformed("an invalid Host") }
        if let authority = target.authority, !HostName.areSame(authority, host) {
            throw .malformed("a Host that differs from the target's")
        }
    }

    /// Whether the connection persists (RFC 9112 section 9.3).
    func keepsAlive(isVersion11: Bool) -> Bool {
        if lists("close") { return false }
        return isVersion11 || lists("keep-alive")
    }

    /// Whether the client waits for 100 before it sends its content (RFC 9110 section 10.1.1).
    func expectsContinue(isVersion11: Bool) throws(Refusal) -> Bool {
        guard isVersion11, let expectation = expectations.first else { return false }
        guard expectations.count == 1, expectation.equalsIgnoringCase("100-continue") else {
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

extension ArraySlice<UInt8> {
    /// Without the blanks around it.
    func trimmingBlanks() -> ArraySlice<UInt8> {
        guard let last = lastIndex(where: { !$0.isBlank }) else { return [] }
        return self[...last].drop(while: \.isBlank)
    }
}
