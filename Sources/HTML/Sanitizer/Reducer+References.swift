extension Reducer {
    /// Reads what starts with the `&` at the position: a character reference, or text.
    mutating func readReference() {
        switch CharacterReference(input, at: position, upTo: input.count, inAddress: false) {
        case nil: writeAmpersand()
        case .scalar("<", let length): writeEscape("&lt;", for: length)
        case .scalar("&", let length): writeEscape("&amp;", for: length)
        case .scalar(let scalar, let length):
            if scalar.value >= 0x20 || UInt8(scalar.value).isMarkupSpace { writeText(ArraySlice(scalar.utf8)) }
            position += length
        case .name(let name, let length):
            writeEscape("&", for: length)
            writeText(input[name])
            writeText([UInt8(ascii: ";")])
        }
    }

    private mutating func writeAmpersand() { writeEscape("&amp;", for: 1) }

    private mutating func writeEscape(_ escape: StaticString, for length: Int) {
        writeEscape(escape)
        position += length
    }

    /// Writes a link's address, to be decoded by libxml2.
    mutating func writeAddress(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = input[index]
            if byte == UInt8(ascii: "&") {
                index += writeAddressReference(at: index, upTo: range.upperBound)
            } else {
                appendToAddress(byte)
                index += 1
            }
        }
    }

    /// Writes the reference at an index of an address, or its `&`; returns how many bytes were read.
    private mutating func writeAddressReference(at index: Int, upTo limit: Int) -> Int {
        switch CharacterReference(input, at: index, upTo: limit, inAddress: true) {
        case nil:
            appendToAddress(UInt8(ascii: "&"))
            return 1
        case .scalar(let scalar, let length):
            for byte in scalar.utf8 { appendToAddress(byte) }
            return length
        case .name(let name, let length):
            output.append(UInt8(ascii: "&"))
            output.append(contentsOf: input[name])
            output.append(UInt8(ascii: ";"))
            return length
        }
    }

    private mutating func appendToAddress(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
        case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
        case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
        default: output.append(byte)
        }
    }
}
