extension MarkupNormalizer {
    /// Reads the character reference, or the text, at the `&` of the position.
    mutating func readReference() {
        guard let reference = CharacterReference(input, at: position, upTo: input.count, inAttribute: false) else {
            return writeAmpersand()
        }
        for scalar in reference.scalars {
            switch scalar {
            case "<": writeEscape("&lt;")
            case "&": writeEscape("&amp;")
            case let scalar where scalar.value >= 0x20 || UInt8(scalar.value).isMarkupSpace:
                writeText(ArraySlice(scalar.utf8))
            default: break
            }
        }
        position += reference.length
    }

    private mutating func writeAmpersand() {
        writeEscape("&amp;")
        position += 1
    }

    /// Writes a link's URL, escaped for libxml2.
    mutating func writeURL(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = input[index]
            if byte == UInt8(ascii: "&") {
                index += writeURLReference(at: index, upTo: range.upperBound)
            } else {
                appendToURL(byte)
                index += 1
            }
        }
    }

    /// Writes the reference at an index of a URL, or its `&`; returns the number of bytes read.
    private mutating func writeURLReference(at index: Int, upTo limit: Int) -> Int {
        guard let reference = CharacterReference(input, at: index, upTo: limit, inAttribute: true) else {
            appendToURL(UInt8(ascii: "&"))
            return 1
        }
        for scalar in reference.scalars { for byte in scalar.utf8 { appendToURL(byte) } }
        return reference.length
    }

    private mutating func appendToURL(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
        case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
        case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
        default: output.append(byte)
        }
    }
}
