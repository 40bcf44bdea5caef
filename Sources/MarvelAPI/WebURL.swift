/// An http or https URL in its parts, without user information and of harmless characters only.
struct WebURL {
    /// `http` or `https`.
    var scheme: String
    /// Host and, where given, port.
    let authority: String
    /// Empty or beginning with a slash.
    let path: Substring
    /// Without its question mark.
    var query: Substring?
    /// Without its number sign.
    let fragment: Substring?

    init?(_ text: String) {
        guard text.utf8.allSatisfy(Self.isHarmless) else { return nil }
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, ["http", "https"].contains(parts[0].lowercased()) else { return nil }
        scheme = parts[0].lowercased()
        let authority = parts[1].prefix { !"/?#".contains($0) }
        guard Self.isHost(authority) else { return nil }
        self.authority = authority.lowercased()
        let rest = parts[1].dropFirst(authority.count)
        path = rest.prefix { !"?#".contains($0) }
        let tail = rest.dropFirst(path.count)
        query = tail.first == "?" ? tail.dropFirst().prefix { $0 != "#" } : nil
        fragment = tail.firstIndex(of: "#").map { tail[tail.index(after: $0)...] }
    }

    var text: String {
        "\(scheme)://\(authority)\(path)\(query.map { "?\($0)" } ?? "")\(fragment.map { "#\($0)" } ?? "")"
    }

    /// Without the port.
    var host: Substring {
        authority.first == "[" ? authority.prefix { $0 != "]" }.dropFirst() : authority.prefix { $0 != ":" }
    }

    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") && Self.isIPv4(host) }

    /// Visible ASCII without quotes, angle brackets, backslash, backtick, caret, bar and braces.
    static func isHarmless(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"'<>\\`^|{}".utf8.contains(byte)
    }

    private static func isHost(_ authority: Substring) -> Bool {
        guard let first = authority.first, first != ":" else { return false }
        return authority.allSatisfy { $0.isLetter || $0.isNumber || "-._:[]".contains($0) }
    }

    private static func isIPv4(_ host: Substring) -> Bool { host.allSatisfy { $0 == "." || $0.isNumber } }
}
