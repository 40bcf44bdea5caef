/// Percent-encoding of URL components (RFC 3986 section 2.1).
package enum PercentEncoding {
    /// Returns the text of an encoded path segment; nil if a `%` is not followed by two hexadecimal digits, or if the
    /// bytes are not UTF-8.
    package static func decode(_ bytes: some Sequence<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.underestimatedCount)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = iterator.next()?.hexValue, let low = iterator.next()?.hexValue else { return nil }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    /// Returns the text of an encoded name or value of a query or form, as browsers decode it: a "+" is a space, a `%`
    /// without two hexadecimal digits is literal, and bytes that are not UTF-8 become U+FFFD.
    package static func decodeLeniently(_ bytes: some Sequence<UInt8>, plusAsSpace: Bool = true) -> String {
        var decoded: [UInt8] = []
        var remainder = Array(bytes)[...]
        decoded.reserveCapacity(remainder.count)
        while let byte = remainder.popFirst() {
            if byte == UInt8(ascii: "%"), let high = remainder.first?.hexValue,
                let low = remainder.dropFirst().first?.hexValue
            {
                decoded.append(high << 4 | low)
                remainder = remainder.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") && plusAsSpace ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    /// Returns the text with every byte encoded that is not plain, by default every one that is not unreserved (RFC
    /// 3986 section 2.3): valid as a path segment and as a name or value in a query.
    package static func encode(_ text: String, unless isPlain: (UInt8) -> Bool = \.isUnreserved) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count * 3)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in text.utf8 {
            if isPlain(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Returns true if every byte is allowed, or part of a `%` with two hexadecimal digits of a byte that is not a
    /// control.
    package static func isValid(_ bytes: ArraySlice<UInt8>, allowing isAllowed: (UInt8) -> Bool) -> Bool {
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = iterator.next()?.hexValue, let low = iterator.next()?.hexValue,
                    !(high << 4 | low).isControl
                else { return false }
            } else if !isAllowed(byte) {
                return false
            }
        }
        return true
    }
}
