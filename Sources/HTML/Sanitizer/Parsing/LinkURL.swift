import Basics

/// Link targets: absolute http and https URLs, normalized as in browsers and written in plain ASCII.
enum LinkURL {
    /// The maximum number of bytes of a normalized URL.
    static let maximumLength = 2048

    /// Returns the absolute, normalized URL of a link; nil if it is not allowed.
    static func clean(_ raw: some Collection<UInt8>, base: Base?) -> [UInt8]? {
        let url = trimmed(raw)
        guard !url.isEmpty, let target = absolute(url, base: base).map(withoutTracking),
            target.count <= maximumLength
        else { return nil }
        return target
    }

    /// Removes tracking parameters ("utm_…") from the query; returns a URL without them unchanged.
    private static func withoutTracking(_ url: [UInt8]) -> [UInt8] {
        let separator = UInt8(ascii: "&")
        let head = url.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let query = url[head.endIndex...].prefix { $0 != UInt8(ascii: "#") }
        let parameters = query.dropFirst().split(separator: separator, omittingEmptySubsequences: false)
        let remaining = parameters.filter { !$0.prefix(tracking.count).map(\.lowercased).elementsEqual(tracking) }
        guard remaining.count < parameters.count else { return url }
        return head + (remaining.isEmpty ? [] : [UInt8(ascii: "?")]) + remaining.joined(separator: [separator])
            + url[query.endIndex...]
    }

    private static let tracking = Array("utm_".utf8)

    /// Removes control characters and spaces at both ends, and tabs and line ends anywhere (URL standard).
    private static func trimmed(_ raw: some Collection<UInt8>) -> [UInt8] {
        var bytes = raw.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        return Array(bytes.drop { $0 <= 0x20 })
    }

    private static func absolute(_ url: [UInt8], base: Base?) -> [UInt8]? {
        guard let scheme = schemeLength(url) else {
            return base.flatMap { absolute($0.resolve(url), base: nil) }
        }
        let name = url[..<scheme].map(\.lowercased)
        guard name.elementsEqual("http".utf8) || name.elementsEqual("https".utf8) else { return nil }
        let tail = url[(scheme + 1)...]
        guard tail.prefix(2).allSatisfy(isSlash), tail.count > 2 else { return nil }
        return compose(scheme: name, tail.drop(while: isSlash))
    }

    /// Returns the length of a URL's scheme; nil if it has none.
    private static func schemeLength(_ url: [UInt8]) -> Int? {
        guard let first = url.first, first.isLetter else { return nil }
        guard let end = url.firstIndex(where: { !($0.isLetter || $0.isDigit || "+-.".utf8.contains($0)) }),
            url[end] == UInt8(ascii: ":")
        else { return nil }
        return end
    }

    /// Builds a URL from a scheme and the part after its slashes; returns nil if the host is not allowed.
    private static func compose(scheme: [UInt8], _ tail: ArraySlice<UInt8>) -> [UInt8]? {
        let end = tail.firstIndex { isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? tail.endIndex
        guard isHost(tail[..<end]) else { return nil }
        return scheme + "://".utf8 + tail[..<end].map(\.lowercased) + encoded(tail[end...])
    }

    /// Encodes a path, query and fragment with percent signs as needed, and the path's backslashes as slashes.
    private static func encoded(_ tail: some Collection<UInt8>) -> [UInt8] {
        var url: [UInt8] = []
        var isPath = true
        for byte in tail {
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                isPath = false
                url.append(byte)
            case UInt8(ascii: "\\") where isPath: url.append(UInt8(ascii: "/"))
            case let byte where byte.isLetter || byte.isDigit || unencodedPunctuation.contains(byte):
                url.append(byte)
            default: PercentEncoding.append(byte, to: &url)
            }
        }
        return url
    }

    private static let unencodedPunctuation = Array("-._~:/@!$&()*+,;=%".utf8)

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
}
