import FoundationEssentials

/// Finding records in whatever is around them: an object that is no record is looked into, and so is a text that is JSON
/// itself, as recorders of HTTP traffic keep it, or such a text in base64.
extension Import {
    /// The greatest depth of texts within texts.
    private static let deepestText = 4

    /// Puts in the records of a file.
    mutating func search(_ input: consuming ByteReader) throws {
        try search(input, texts: 0)
        if index == 0, skipped.lines > 0 { skip("there is no JSON in it") }
    }

    private mutating func search(_ input: consuming ByteReader, texts: Int) throws {
        // Other texts may have brackets without any meaning before a value.
        let isJSON = texts == 0 || input.head.first == UInt8(ascii: "{") || input.head.first == UInt8(ascii: "[")
        var scanner = RecordScanner(input)
        let before = index
        while let found = try scanner.next() {
            if texts == 0 { bytes = scanner.input.count }
            switch found {
            case .value(let value, let context):
                // A text may be anything that has a brace in it.
                try search(value, texts > 0 ? .code : context, texts: texts)
            case .bad(let reason) where texts == 0 || (isJSON && index > before): skip(reason)
            case .text where texts == 0: skipped.lines += 1
            case .bad, .text: break
            }
        }
        if texts == 0, scanner.lines.isEmpty { skip("there is nothing in it") }
    }

    private mutating func search(_ value: JSON, _ context: RecordScanner.Context, texts: Int) throws {
        switch value {
        case .object(let members): try search(members, context, texts: texts)
        case .array(let elements): for element in elements { try search(element, context, texts: texts) }
        case .string(let text) where text.utf8.count > 8:
            let before = index
            if texts < Self.deepestText { try search(text: Array(text.utf8), texts: texts + 1) }
            if context == .listed, index == before { skip("this is no JSON object") }
        default: if context == .listed { skip("this is no JSON object") }
        }
    }

    /// Takes an object for a record, or else looks into it.
    private mutating func search(
        _ members: [JSON.Member], _ context: RecordScanner.Context, texts: Int
    ) throws {
        let record: ParsedRecord
        do throws(RecordError) {
            record = try ParsedRecord(members)
        } catch {
            let before = index
            if error.likeness < .certain {
                for member in members where member.name != JSON.flaw {
                    try search(member.value, context.member(member), texts: texts)
                }
            }
            guard index == before else { return }
            let isFlawed = context == .member && members.last?.name == JSON.flaw
            if context == .listed || isFlawed || error.likeness > .none { skip(error.description) }
            return
        }
        try put(record)
    }

    mutating func search(text: [UInt8], texts: Int) throws {
        if text.contains(UInt8(ascii: "{")) {
            try search(ByteReader(text), texts: texts)
        } else if let decoded = Self.base64(text), decoded.contains(UInt8(ascii: "{")) {
            try search(ByteReader(decoded), texts: texts)
        }
    }

    /// Returns the bytes behind a text in base64 that begin as JSON does.
    private static func base64(_ text: [UInt8]) -> [UInt8]? {
        guard text.count > 20, text[0] == UInt8(ascii: "e") || text[0] == UInt8(ascii: "W") else { return nil }
        return Data(base64Encoded: Data(text), options: .ignoreUnknownCharacters).map { Array($0) }
    }
}

extension RecordScanner.Context {
    /// Returns the context of a member of an object.
    fileprivate func member(_ member: JSON.Member) -> Self {
        guard self == .listed else { return self }
        return member.value.isContainer && (member.name == "data" || member.name == "results") ? .listed : .member
    }
}
