import Basics
import Glibc
import HTTPTypes

/// An IPv4 or IPv6 address; an IPv4 address that is mapped into IPv6 (RFC 4291 section 2.5.5.2) is the same as itself.
package struct ClientAddress: Hashable, Sendable {
    /// 16 bytes, as IPv6 has them.
    private let bytes: [UInt8]

    /// Nil for what is no address; takes one in brackets, with a port or a zone, too, as proxies and sockets write it.
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

    /// Whether both addresses begin with the same bits, of 128.
    func shares(_ length: Int, bitsWith other: ClientAddress) -> Bool {
        for (index, pair) in zip(bytes, other.bytes).enumerated() {
            let bits = min(max(length - index * 8, 0), 8)
            if (pair.0 ^ pair.1) >> (8 - bits) != 0 { return false }
        }
        return true
    }

    var isIPv4: Bool { bytes.starts(with: Self.mapped) }

    /// What one customer has: an IPv4 address, or the /64 that an IPv6 address is in.
    package var network: [UInt8] { isIPv4 ? bytes : Array(bytes[..<8]) }

    private static let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
}

/// Addresses with the same first bits, written as `10.0.0.0/8`, `2001:db8::/32` or a single address.
package struct AddressRange: Hashable, Sendable {
    private let start: ClientAddress
    /// Of 128 bits.
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

    package func contains(_ address: ClientAddress) -> Bool { start.shares(length, bitsWith: address) }
}

extension Request {
    /// Returns whether the peer is one of these proxies, so that its X-Forwarded fields are believed.
    package func isFrom(_ proxies: [AddressRange]) -> Bool {
        guard let peer = ClientAddress(peer) else { return false }
        return proxies.contains { $0.contains(peer) }
    }

    /// Who asks: the peer, or where that is one of these proxies, whom it names in X-Forwarded-For, and so on through
    /// any of them. What others than these proxies write there is not believed. Nil where the peer has no address.
    package func client(behind proxies: [AddressRange]) -> ClientAddress? {
        guard var client = ClientAddress(peer) else { return nil }
        let named = fields.value(named: "x-forwarded-for") ?? ""
        for name in named.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).reversed() {
            guard proxies.contains(where: { $0.contains(client) }),
                let next = ClientAddress(String(decoding: name.trimmingBlanks(), as: UTF8.self))
            else { break }
            client = next
        }
        return client
    }
}

extension ClientAddress {
    /// The address as it is written: IPv4 in four numbers, IPv6 as RFC 5952 has it.
    package var text: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let address = isIPv4 ? Array(bytes.dropFirst(12)) : bytes
        inet_ntop(isIPv4 ? AF_INET : AF_INET6, address, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
