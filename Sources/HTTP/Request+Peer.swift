import Basics
import HTTPTypes

extension Request {
    private static let ownAddresses = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }
    /// By them programs on this machine reach one that listens at all of its addresses.
    private static let anyAddresses = ["0.0.0.0", "::"].compactMap { AddressRange($0) }
    private static let proxyFields = ["x-real-ip", "forwarded", "via"]

    /// Whether a program on this machine, or at one of these addresses, asks for itself: a proxy on this machine is at a
    /// loopback address, too, but says for whom it asks. One that does not, and a page in a browser that calls this
    /// machine by a name of its own (DNS rebinding), have another host in Host than this machine's own programs.
    package func isLocal(or trusted: [AddressRange] = []) -> Bool {
        guard let peer = ClientAddress(peer), !hasPassedProxy else { return false }
        if trusted.contains(where: { $0.contains(peer) }) { return true }
        return Self.ownAddresses.contains { $0.contains(peer) } && namesThisMachine
    }

    /// Whether a field says so, as proxies add them.
    private var hasPassedProxy: Bool {
        fields.contains { field in
            let name = field.name.canonicalName
            return name.hasPrefix("x-forwarded-") || Self.proxyFields.contains(name)
        }
    }

    /// Whether Host is `localhost` or a loopback address, with or without a port.
    private var namesThisMachine: Bool {
        guard let host else { return false }
        if let address = ClientAddress(host) {
            return (Self.ownAddresses + Self.anyAddresses).contains { $0.contains(address) }
        }
        return host.utf8.prefix { $0 != UInt8(ascii: ":") }.equalsIgnoringCase("localhost")
    }
}
