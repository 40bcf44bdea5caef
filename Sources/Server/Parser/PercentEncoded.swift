/// Percent-encoding of URIs (RFC 3986 section 2.1).
enum PercentEncoded {
    /// Whether every byte is allowed, or part of a `%` with two hexadecimal digits of a byte that is no control.
    static func isValid(_ bytes: ArraySlice<UInt8>, allowing isAllowed: (UInt8) -> Bool) -> Bool {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                guard bytes.endIndex - index > 2, let high = bytes[index + 1].hexValue,
                    let low = bytes[index + 2].hexValue, !(high << 4 | low).isControl
                else { return false }
                index += 3
            } else {
                guard isAllowed(bytes[index]) else { return false }
                index += 1
            }
        }
        return true
    }
}
