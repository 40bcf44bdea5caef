import Basics
import Glibc
import HTTPTypes

/// An IPv4 or IPv6 address; an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) equals its IPv4 address.
package struct ClientAddress: Hashable, Sendable {
    /// The address in 16 bytes, as in IPv6.
    private let bytes: [UInt8]

    /// Returns nil if the text is no address; accepts brackets, a port and a zone, as proxies and sockets print them.
    package init?(_ text: some StringProtocol) {
        var text = Substring(text)
        if text.first == "[", let end = text.firstIndex(of: "]") {
            text = text[..<end].dropFirst()
        } else if text.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
            text = text.prefix { $0 != ":" }
        }
        let name = String(text.prefix { $0 != "%" })
        guard !name.utf8.contains(0) else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, name, &bytes) == 1 {
            self.bytes = bytes
        } else if inet_pton(AF_INET, name, &bytes) == 1 {
            self.bytes = Self.mapped + bytes[..<4]
        } else {
            return nil
        }
    }

    /// Returns true if both addresses begin with the same `length` bits, of 128.
    func sharesPrefix(ofLength length: Int, with other: ClientAddress) -> Bool {
        for (index, pair) in zip(bytes, other.bytes).enumerated() {
            let bits = min(max(length - index * 8, 0), 8)
            if (pair.0 ^ pair.1) >> (8 - bits) != 0 { return false }
        }
        return true
    }

    var isIPv4: Bool { bytes.starts(with: Self.mapped) }

    /// The network of one subscriber: an IPv4 address, or the /64 of an IPv6 address.
    package var network: [UInt8] { isIPv4 ? bytes : Array(bytes[..<8]) }

    /// The network of one organization or provider: the /16 of an IPv4 address, or the /48 of an IPv6 address.
    package var wideNetwork: [UInt8] { isIPv4 ? Array(bytes[..<14]) : Array(bytes[..<6]) }

    /// The address as text: IPv4 in dotted decimals, IPv6 by RFC 5952.
    package var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let address = isIPv4 ? Array(bytes.dropFirst(12)) : bytes
        inet_ntop(isIPv4 ? AF_INET : AF_INET6, address, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
}

/// A range of addresses in CIDR notation, such as `10.0.0.0/8` or `2001:db8::/32`, or a single address.
package struct AddressRange: Hashable, Sendable {
    private let start: ClientAddress
    /// The prefix length of 128 bits.
    private let length: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let start = ClientAddress(parts[0]) else { return nil }
        let size = start.isIPv4 ? 32 : 128
        var length = size
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].utf8.allSatisfy({ (48...57).contains($0) }), let given = Int(parts[1]),
                given <= size
            else { return nil }
            length = given
        }
        self.start = start
        self.length = length + 128 - size
    }

    package func contains(_ address: ClientAddress) -> Bool { start.sharesPrefix(ofLength: length, with: address) }
}

extension [AddressRange] {
    /// Returns true if the text is an address in one of the ranges.
    fileprivate func contain(_ text: String) -> Bool {
        guard let address = ClientAddress(text) else { return false }
        return contains { $0.contains(address) }
    }
}

extension RequestHead {
    /// Returns true if the peer is one of these proxies, so that its X-Forwarded fields are trusted.
    package func isFrom(_ proxies: [AddressRange]) -> Bool { proxies.contain(peer) }
}

extension Request {
    /// Returns true if the peer is one of these proxies, so that its X-Forwarded fields are trusted.
    package func isFrom(_ proxies: [AddressRange]) -> Bool { proxies.contain(peer) }

    /// Returns the client's address: the peer, or if that is one of these proxies the last address in X-Forwarded-For,
    /// and so on through any of them. Entries of other machines are not trusted. Returns nil if the peer has no
    /// address.
    package func client(behind proxies: [AddressRange]) -> ClientAddress? {
        guard var client = ClientAddress(peer) else { return nil }
        let entries = fields.value(named: "x-forwarded-for") ?? ""
        for entry in entries.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).reversed() {
            guard proxies.contains(where: { $0.contains(client) }),
                let next = ClientAddress(String(decoding: entry.trimmingBlanks(), as: UTF8.self))
            else { break }
            client = next
        }
        return client
    }

    /// Returns the host and port that a trusted proxy names in X-Forwarded-Host, the first one if it names several, else
    /// those of the Host field. Proxies may pass on what a client sent, so a value that is no host does not count.
    package func host(behind proxies: [AddressRange]) -> String? {
        let named = values(of: "x-forwarded-host", from: proxies).first
        let isHost = named?.utf8.allSatisfy { $0.isUnreserved || ":[]".utf8.contains($0) } ?? false
        return isHost && named != "" ? named : host
    }

    /// Returns true if a trusted proxy says that it got the request over HTTPS, in upper or lower case.
    package func isSecure(behind proxies: [AddressRange]) -> Bool {
        values(of: "x-forwarded-proto", from: proxies).first?.lowercased() == "https"
    }

    /// Returns the values of a field that a trusted proxy has added, which are separated by commas.
    func values(of name: String, from proxies: [AddressRange]) -> [String] {
        guard isFrom(proxies), let field = fields.value(named: name) else { return [] }
        return field.utf8.split(separator: UInt8(ascii: ",")).map {
            String(decoding: $0.trimmingBlanks(), as: UTF8.self)
        }
    }
}

extension Request {
    private static let loopbackRanges = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }
    /// Programs on this machine can connect to these addresses if the server listens at all addresses.
    private static let wildcardRanges = ["0.0.0.0", "::"].compactMap { AddressRange($0) }
    private static let proxyFields = ["x-real-ip", "forwarded", "via"]

    /// Returns true if the request comes directly from a program on this machine or at one of these addresses. A proxy
    /// on this machine has a loopback address as well, but adds fields. A proxy without them, and a page in a browser
    /// that uses another name for this machine (DNS rebinding), send another host in Host than this machine's own
    /// programs.
    package func isLocal(or trusted: [AddressRange] = []) -> Bool {
        guard let peer = ClientAddress(peer), !hasProxyField else { return false }
        if trusted.contains(where: { $0.contains(peer) }) { return true }
        return Self.loopbackRanges.contains { $0.contains(peer) } && hasLoopbackHost
    }

    /// True if the request has a field that proxies add.
    private var hasProxyField: Bool {
        fields.contains { field in
            let name = field.name.canonicalName
            return name.hasPrefix("x-forwarded-") || Self.proxyFields.contains(name)
        }
    }

    /// True if Host is `localhost` or a loopback address, with or without a port.
    private var hasLoopbackHost: Bool {
        guard let host else { return false }
        if let address = ClientAddress(host) {
            return (Self.loopbackRanges + Self.wildcardRanges).contains { $0.contains(address) }
        }
        return host.utf8.prefix { $0 != UInt8(ascii: ":") }.equalsIgnoringCase("localhost".utf8)
    }
}
