import Basics
import HTTPTypes

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
        return host.utf8.prefix { $0 != UInt8(ascii: ":") }.equalsIgnoringCase("localhost")
    }
}
