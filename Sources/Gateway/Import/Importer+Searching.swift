import FoundationEssentials

/// The search for records at any depth: in objects that are not records, and in strings that contain JSON, plain or in
/// base64, as in recordings of HTTP traffic.
extension Importer {
    /// Imports the records of a file.
    mutating func search(_ input: consuming ByteReader) throws {
        try search(input, isText: false)
        if index == 0, skipped.lines > 0 { skip("it contains no JSON") }
    }

    private mutating func search(_ input: consuming ByteReader, isText: Bool) throws {
        // Other texts may have unrelated brackets before a value.
        let isJSON = !isText || input.head.first == UInt8(ascii: "{") || input.head.first == UInt8(ascii: "[")
        var scanner = RecordScanner(input)
        let before = index
        while let event = try scanner.next() {
            if !isText { bytes = scanner.input.count }
            switch event {
            case .value(let value, let context):
                // Any text with a brace is searched, so its values are less certain to be records.
                try search(value, isText ? .code : context, isText: isText)
            case .invalid(let reason) where !isText || (isJSON && index > before): skip(reason)
            case .text where !isText: skipped.lines += 1
            case .invalid, .text: break
            }
        }
        if !isText, scanner.lines.isEmpty { skip("it is empty") }
    }

    private mutating func search(_ value: JSON, _ context: RecordScanner.Context, isText: Bool) throws {
        switch value {
        case .object(let members): try search(members, context, isText: isText)
        case .array(let elements): for element in elements { try search(element, context, isText: isText) }
        case .string(let text) where text.utf8.count > 8:
            let before = index
            // A text within a text is not searched.
            if !isText { try search(text: Array(text.utf8)) }
            if context == .listed, index == before { skip("not a JSON object") }
        default: if context == .listed { skip("not a JSON object") }
        }
    }

    /// Imports an object if it is a record, or else searches it.
    private mutating func search(
        _ members: [JSON.Member], _ context: RecordScanner.Context, isText: Bool
    ) throws {
        let record: ParsedRecord
        do throws(RecordError) {
            record = try ParsedRecord(members)
        } catch {
            let before = index
            if error.confidence < .certain {
                for member in members where member.name != JSON.syntaxErrorKey {
                    try search(member.value, context.member(member), isText: isText)
                }
            }
            guard index == before else { return }
            let hasSyntaxError = context == .member && members.last?.name == JSON.syntaxErrorKey
            if context == .listed || hasSyntaxError || error.confidence > .none { skip(error.description) }
            return
        }
        try put(record)
    }

    private mutating func search(text: [UInt8]) throws {
        if text.contains(UInt8(ascii: "{")) {
            try search(ByteReader(text), isText: true)
        } else if let decoded = Self.base64(text), decoded.contains(UInt8(ascii: "{")) {
            try search(ByteReader(decoded), isText: true)
        }
    }

    /// Decodes a base64 text if the result starts like JSON; returns nil for any other text.
    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        guard text.count > 20, text[0] == UInt8(ascii: "e") || text[0] == UInt8(ascii: "W") else { return nil }
        return Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters).map { Array($0) }
    }
}

extension RecordScanner.Context {
    /// Returns the context of an object's member.
    fileprivate func member(_ member: JSON.Member) -> Self {
        guard self == .listed else { return self }
        return member.value.isContainer && (member.name == "data" || member.name == "results") ? .listed : .member
    }
}
