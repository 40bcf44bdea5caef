/// Markup that is safe to send: only the escaper, the sanitizer and the renderer create it.
@usableFromInline package struct SafeHTML: Hashable, Sendable {
    @usableFromInline package let markup: String

    init(trusted markup: String) { self.markup = markup }
}

extension SafeHTML {
    /// Escapes plain text.
    package static func escaping(_ text: String) -> SafeHTML {
        var bytes: [UInt8] = []
        bytes.append(escaping: text)
        return SafeHTML(trusted: String(decoding: bytes, as: UTF8.self))
    }

    /// Wraps JSON-LD in a data block (HTML standard, section 4.12.1), which browsers do not run. "<", which JSON has in
    /// strings only, is written as \u003c, so that no string can end the block.
    package static func linkedData(json: [UInt8]) -> SafeHTML {
        var bytes = Array("<script type=\"application/ld+json\">".utf8)
        for byte in json {
            if byte == UInt8(ascii: "<") { bytes += "\\u003c".utf8 } else { bytes.append(byte) }
        }
        bytes += "</script>".utf8
        return SafeHTML(trusted: String(decoding: bytes, as: UTF8.self))
    }
}

extension [UInt8] {
    /// Appends text, escaped for element content and for single- and double-quoted attributes.
    @usableFromInline package mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { append(escaping: $0) }
    }

    /// Copies runs without special characters in one go.
    private mutating func append(escaping text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for index in text.indices {
            let replacement: StaticString
            switch text[index] {
            case UInt8(ascii: "&"): replacement = "&amp;"
            case UInt8(ascii: "<"): replacement = "&lt;"
            case UInt8(ascii: ">"): replacement = "&gt;"
            case UInt8(ascii: "\""): replacement = "&quot;"
            case UInt8(ascii: "'"): replacement = "&#39;"
            case 0: replacement = "\u{FFFD}"  // Browsers replace or drop NUL.
            default: continue
            }
            append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            append(
                contentsOf: UnsafeBufferPointer(start: replacement.utf8Start, count: replacement.utf8CodeUnitCount))
            start = index + 1
        }
        append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    /// Appends text without escaping it.
    @usableFromInline package mutating func append(raw text: String) {
        var text = text
        text.withUTF8 { append(contentsOf: $0) }
    }

    /// Appends a number in decimal digits.
    @usableFromInline package mutating func append(decimal number: Int) { append(contentsOf: String(number).utf8) }
}

extension UInt8 {
    /// True for HTML's whitespace: tab, line feed, form feed, carriage return and space.
    var isMarkupSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 || self == 0x0C }
}
