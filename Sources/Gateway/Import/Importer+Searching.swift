import FoundationEssentials

/// The search for records at any depth: in objects that are not records, and in strings that contain JSON, plain or in
/// base64, as in recordings of HTTP traffic.
extension Importer {
    /// The limit on the nesting of texts within texts.
    private static let textDepthLimit = 4

    /// Imports the records of a file.
    mutating func search(_ input: consuming ByteReader) throws {
        try search(input, textDepth: 0)
        if index == 0, skipped.lines > 0 { skip("it contains no JSON") }
    }

    private mutating func search(_ input: consuming ByteReader, textDepth: Int) throws {
        // Other texts may have unrelated brackets before a value.
        let isJSON = textDepth == 0 || input.head.first == UInt8(ascii: "{") || input.head.first == UInt8(ascii: "[")
        var scanner = RecordScanner(input)
        let before = index
        while let event = try scanner.next() {
            if textDepth == 0 { bytes = scanner.input.count }
            switch event {
            case .value(let value, let context):
                // Any text with a brace is searched, so its values are less certain to be records.
                try search(value, textDepth > 0 ? .code : context, textDepth: textDepth)
            case .invalid(let reason) where textDepth == 0 || (isJSON && index > before): skip(reason)
            case .text where textDepth == 0: skipped.lines += 1
            case .invalid, .text: break
            }
        }
        if textDepth == 0, scanner.lines.isEmpty { skip("it is empty") }
    }

    private mutating func search(_ value: JSON, _ context: RecordScanner.Context, textDepth: Int) throws {
        switch value {
        case .object(let members): try search(members, context, textDepth: textDepth)
        case .array(let elements): for element in elements { try search(element, context, textDepth: textDepth) }
        case .string(let text) where text.utf8.count > 8:
            let before = index
            if textDepth < Self.textDepthLimit { try search(text: Array(text.utf8), textDepth: textDepth + 1) }
            if context == .listed, index == before { skip("not a JSON object") }
        default: if context == .listed { skip("not a JSON object") }
        }
    }

    /// Imports an object if it is a record, or else searches it.
    private mutating func search(
        _ members: [JSON.Member], _ context: RecordScanner.Context, textDepth: Int
    ) throws {
        let record: ParsedRecord
        do throws(RecordError) {
            record = try ParsedRecord(members)
        } catch {
            let before = index
            if error.confidence < .certain {
                for member in members where member.name != JSON.syntaxErrorKey {
                    try search(member.value, context.member(member), textDepth: textDepth)
                }
            }
            guard index == before else { return }
            let hasSyntaxError = context == .member && members.last?.name == JSON.syntaxErrorKey
            if context == .listed || hasSyntaxError || error.confidence > .none { skip(error.description) }
            return
        }
        try put(record)
    }

    mutating func search(text: [UInt8], textDepth: Int) throws {
        if text.contains(UInt8(ascii: "{")) {
            try search(ByteReader(text), textDepth: textDepth)
        } else if let decoded = Self.base64(text), decoded.contains(UInt8(ascii: "{")) {
            try search(ByteReader(decoded), textDepth: textDepth)
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
