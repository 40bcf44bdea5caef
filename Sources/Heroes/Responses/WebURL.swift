import Basics
import Glibc

/// The components of an http or https URL without user information, in safe characters only.
package struct WebURL {
    /// `http` or `https`.
    package var scheme: String
    /// The host and the optional port.
    package let authority: String
    /// The path; empty or beginning with a slash.
    package let path: Substring
    /// The query without its question mark.
    package var query: Substring?
    /// The fragment without its number sign.
    package let fragment: Substring?

    package init?(_ text: String) {
        guard text.utf8.allSatisfy(Self.isHarmless) else { return nil }
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()) else { return nil }
        scheme = parts[0].lowercased()
        let authority = parts[1].prefix { !"/?#".contains($0) }
        guard Self.isAuthority(authority) else { return nil }
        self.authority = authority.lowercased()
        let afterAuthority = parts[1].dropFirst(authority.count)
        path = afterAuthority.prefix { !"?#".contains($0) }
        let tail = afterAuthority.dropFirst(path.count)
        query = tail.first == "?" ? tail.dropFirst().prefix { $0 != "#" } : nil
        fragment = tail.firstIndex(of: "#").map { tail[tail.index(after: $0)...] }
    }

    /// Parses the base URL of an API: without query and fragment, and with a path without a final slash.
    package static func base(_ text: String) throws(InvalidBase) -> (origin: String, path: String) {
        guard let url = WebURL(text), url.query == nil, url.fragment == nil else { throw InvalidBase(text: text) }
        var path = url.path
        while path.last == "/" { path.removeLast() }
        return ("\(url.scheme)://\(url.authority)", String(path))
    }

    package struct InvalidBase: Error, CustomStringConvertible {
        let text: String

        package var description: String {
            "'\(text)' is not a valid source URL: give http:// or https://, a host, and optionally a port and a path"
        }
    }

    package var text: String {
        "\(scheme)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")\(fragment.map { "#\($0)" } ?? "")"
    }

    /// The host without the port.
    package var host: Substring {
        authority.first == "[" ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
    }

    package var isLoopback: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.") && Self.isIPv4(host.split(separator: "."))
    }

    /// Returns true for visible ASCII except quotes, angle brackets, backslash, backtick, caret, bar and braces.
    package static func isHarmless(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"'<>\\`^|{}".utf8.contains(byte)
    }

    /// Returns true for a host or a bracketed IPv6 address, with an optional port of 0 to 65535.
    private static func isAuthority(_ text: Substring) -> Bool {
        let port: Substring
        if text.first == "[" {
            guard let end = text.firstIndex(of: "]"), isIPv6(text[..<end].dropFirst()) else { return false }
            port = text[end...].dropFirst()
        } else {
            let name = text.prefix { $0 != ":" }
            guard isName(name) else { return false }
            port = text.dropFirst(name.count)
        }
        return port.isEmpty || port.first == ":" && isPort(port.dropFirst())
    }

    private static func isPort(_ text: Substring) -> Bool { text.allSatisfy(\.isNumber) && UInt16(text) != nil }

    /// Returns true for labels that DNS allows, with a dot between. A name that ends with a number has to be an IPv4
    /// address, as in browsers (WHATWG URL, section 3.5).
    private static func isName(_ name: Substring) -> Bool {
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        guard name.utf8.count <= 254, let last = labels.last?.lowercased(),
            labels.allSatisfy({ label in
                (1...63).contains(label.utf8.count)
                    && label.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) }
            })
        else { return false }
        let isNumber = last.allSatisfy(\.isNumber) || last.hasPrefix("0x") && last.dropFirst(2).allSatisfy(\.isHexDigit)
        return !isNumber || isIPv4(labels)
    }

    private static func isIPv6(_ host: Substring) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, String(host), &address) == 1
    }

    /// Returns true for an address as browsers read it: up to four numbers, of which the last one fills the rest.
    private static func isIPv4(_ labels: [Substring]) -> Bool {
        let numbers = labels.compactMap(number)
        guard numbers.count == labels.count, (1...4).contains(numbers.count), let last = numbers.last else {
            return false
        }
        return numbers.dropLast().allSatisfy { $0 < 256 } && last < 1 << (8 * (5 - numbers.count))
    }

    /// Returns a number in decimal, octal with a leading 0, or hexadecimal with 0x.
    private static func number(_ label: Substring) -> Int? {
        let text = label.lowercased()
        let (digits, radix) = text.hasPrefix("0x") ? (text.dropFirst(2), 16) : (text[...], text.hasPrefix("0") ? 8 : 10)
        guard digits.allSatisfy(\.isHexDigit) else { return nil }
        return digits.isEmpty ? 0 : Int(digits, radix: radix)
    }
}

extension Hero.Link {
    /// Returns nil unless the text is a plain http or https URL within the limit; Marvel's URLs become https, and
    /// tracking parameters are removed.
    package init?(validating kind: String, url text: String) {
        guard text.utf8.count <= ResponseLimit.url, kind.utf8.count <= ResponseLimit.linkKind else { return nil }
        let encoded = PercentEncoding.encode(text.trimmed, unless: WebURL.isHarmless)
        // Punycode could be invalid.
        guard !kind.isBlank, var url = WebURL(encoded), !".\(url.host)".contains(".xn--") else { return nil }
        if url.host == "marvel.com" || url.host.hasSuffix(".marvel.com") { url.scheme = "https" }
        if let query = url.query {
            let remaining = query.split(separator: "&").filter { !$0.lowercased().hasPrefix("utm_") }
            url.query = remaining.isEmpty ? nil : Substring(remaining.joined(separator: "&"))
        }
        guard url.text.utf8.count <= ResponseLimit.url else { return nil }
        self.init(kind: kind.trimmed, url: url.text)
    }
}
