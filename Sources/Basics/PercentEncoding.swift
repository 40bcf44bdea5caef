/// Percent-encoding of URL components (RFC 3986 section 2.1).
package enum PercentEncoding {
    /// Returns the text of an encoded path segment; nil if a `%` is not followed by two hexadecimal digits, or if the
    /// bytes are not UTF-8.
    package static func decode(_ bytes: some Sequence<UInt8>) -> String? {
        let (decoded, isValid) = decoded(bytes, plusAsSpace: false)
        return isValid ? String(validating: decoded, as: UTF8.self) : nil
    }

    /// Returns the text of an encoded name or value of a query or form, as browsers decode it: a "+" is a space, a `%`
    /// without two hexadecimal digits is literal, and bytes that are not UTF-8 become U+FFFD.
    package static func decodeLeniently(_ bytes: some Sequence<UInt8>, plusAsSpace: Bool = true) -> String {
        String(decoding: decoded(bytes, plusAsSpace: plusAsSpace).bytes, as: UTF8.self)
    }

    /// Returns false as well if a `%` is not followed by two hexadecimal digits.
    private static func decoded(_ text: some Sequence<UInt8>, plusAsSpace: Bool) -> (bytes: [UInt8], isValid: Bool) {
        var (bytes, isValid) = ([UInt8](), true)
        var remainder = Array(text)[...]
        while let byte = remainder.popFirst() {
            if byte == UInt8(ascii: "%"), let high = remainder.first?.hexValue,
                let low = remainder.dropFirst().first?.hexValue
            {
                bytes.append(high << 4 | low)
                remainder = remainder.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") && plusAsSpace ? UInt8(ascii: " ") : byte)
                if byte == UInt8(ascii: "%") { isValid = false }
            }
        }
        return (bytes, isValid)
    }

    /// Returns the text with every byte encoded that is not plain, by default every one that is not unreserved (RFC
    /// 3986 section 2.3): valid as a path segment and as a name or value in a query.
    package static func encode(_ text: String, unless isPlain: (UInt8) -> Bool = \.isUnreserved) -> String {
        if text.utf8.allSatisfy(isPlain) { return text }
        var encoded: [UInt8] = []
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
}
