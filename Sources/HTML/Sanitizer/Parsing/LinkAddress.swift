import Basics

/// Link targets: absolute http and https addresses, cleaned as a browser cleans them and written in plain ASCII.
enum LinkAddress {
    /// Bytes of an address as written out.
    static let maximumLength = 2048

    /// The address that a link leads to; nil where it may not be one.
    static func clean(_ raw: some Collection<UInt8>, base: Base?) -> [UInt8]? {
        let address = trimmed(raw)
        guard !address.isEmpty, let target = absolute(address, base: base).map(withoutTracking),
            target.count <= maximumLength
        else { return nil }
        return target
    }

    /// An address without the parameters that tell where its readers come from, and as it is where it has none.
    private static func withoutTracking(_ address: [UInt8]) -> [UInt8] {
        let separator = UInt8(ascii: "&")
        let head = address.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let query = address[head.endIndex...].prefix { $0 != UInt8(ascii: "#") }
        let parameters = query.dropFirst().split(separator: separator, omittingEmptySubsequences: false)
        let kept = parameters.filter { !$0.prefix(tracking.count).map(\.lowercased).elementsEqual(tracking) }
        guard kept.count < parameters.count else { return address }
        return head + (kept.isEmpty ? [] : [UInt8(ascii: "?")]) + kept.joined(separator: [separator])
            + address[query.endIndex...]
    }

    private static let tracking = Array("utm_".utf8)

    /// Without the control characters and spaces around it, and without tabs and line ends anywhere (URL standard).
    private static func trimmed(_ raw: some Collection<UInt8>) -> [UInt8] {
        var bytes = raw.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return Array(bytes.drop { $0 <= 0x20 })
    }

    private static func absolute(_ address: [UInt8], base: Base?) -> [UInt8]? {
        guard let scheme = schemeLength(address) else {
            return base.flatMap { absolute($0.resolve(address), base: nil) }
        }
        let name = address[..<scheme].map(\.lowercased)
        guard name.elementsEqual("http".utf8) || name.elementsEqual("https".utf8) else { return nil }
        let rest = address[(scheme + 1)...]
        guard rest.prefix(2).allSatisfy(isSlash), rest.count > 2 else { return nil }
        return compose(scheme: name, rest.drop(while: isSlash))
    }

    /// The length of the scheme that an address starts with.
    private static func schemeLength(_ address: [UInt8]) -> Int? {
        guard let first = address.first, first.isLetter else { return nil }
        guard let end = address.firstIndex(where: { !($0.isLetter || $0.isDigit || "+-.".utf8.contains($0)) }),
            address[end] == UInt8(ascii: ":")
        else { return nil }
        return end
    }

    /// An address out of a scheme and what stands behind its slashes.
    private static func compose(scheme: [UInt8], _ rest: ArraySlice<UInt8>) -> [UInt8]? {
        let end = rest.firstIndex { isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? rest.endIndex
        guard isHost(rest[..<end]) else { return nil }
        return scheme + "://".utf8 + rest[..<end].map(\.lowercased) + encoded(rest[end...])
    }

    /// A path, query and fragment with backslashes turned where they are slashes, and percent-encoded where need be.
    private static func encoded(_ rest: some Collection<UInt8>) -> [UInt8] {
        var address: [UInt8] = []
        var isPath = true
        for byte in rest {
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                isPath = false
                address.append(byte)
            case UInt8(ascii: "\\") where isPath: address.append(UInt8(ascii: "/"))
            case let byte where byte.isLetter || byte.isDigit || plainSigns.contains(byte): address.append(byte)
            default: PercentEncoding.append(byte, to: &address)
            }
        }
        return address
    }

    private static let plainSigns = Array("-._~:/@!$&()*+,;=%".utf8)

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
}
