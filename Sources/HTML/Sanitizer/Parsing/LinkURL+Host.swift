import Basics

extension LinkURL {
    /// Returns true if an authority is a host with an optional port: no user name, no punycode, no invalid IPv4
    /// address.
    static func isHost(_ authority: ArraySlice<UInt8>) -> Bool {
        let colon = authority.lastIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        let host = authority[..<colon]
        guard colon == authority.endIndex || isPort(authority[colon...].dropFirst()) else { return false }
        guard let first = host.first, first != UInt8(ascii: ".") else { return false }
        let isPlain = host.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
        }
        guard isPlain else { return false }
        var labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true { labels.removeLast() }
        if let last = labels.last, isNumber(last) { return isIPv4(labels) }
        return !labels.contains { $0.map(\.lowercased).elementsEqual("xn--".utf8) }
    }

    private static func isPort(_ digits: ArraySlice<UInt8>) -> Bool {
        guard (1...5).contains(digits.count), digits.allSatisfy(\.isDigit) else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65535
    }

    /// Returns true if a host that ends in this label must be an IPv4 address (URL standard, "ends in a number").
    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        !label.isEmpty && label.allSatisfy(\.isDigit) || number(label) != nil
    }

    /// Returns true if labels are an IPv4 address, the last one filling the remaining bytes (URL standard).
    private static func isIPv4(_ labels: [ArraySlice<UInt8>]) -> Bool {
        let numbers = labels.compactMap(number)
        guard numbers.count == labels.count, numbers.count <= 4, let last = numbers.last else { return false }
        return numbers.dropLast().allSatisfy { $0 < 256 } && last < 1 << (8 * UInt64(5 - numbers.count))
    }

    /// Parses a part of an IPv4 address, at most 2³²: decimal, hexadecimal after "0x", octal after "0".
    private static func number(_ label: ArraySlice<UInt8>) -> UInt64? {
        guard let first = label.first else { return nil }
        let isHexadecimal = label.count > 1 && first == 0x30 && label.dropFirst().first?.lowercased == 0x78
        let radix: UInt64 = isHexadecimal ? 16 : first == 0x30 && label.count > 1 ? 8 : 10
        var value: UInt64 = 0
        for byte in label.dropFirst(isHexadecimal ? 2 : 0) {
            guard let digit = byte.hexValue.map(UInt64.init), digit < radix else { return nil }
            value = min(value * radix + digit, 1 << 32)
        }
        return value
    }
}
