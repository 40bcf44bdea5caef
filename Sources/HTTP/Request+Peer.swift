extension Request {
    private static let ownAddresses = ["127.0.0.0/8", "::1"].compactMap { AddressRange($0) }
    private static let proxyFields = ["x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via"]

    /// Whether a program on this machine, or at one of these addresses, asks for itself: a proxy on this machine is at a
    /// loopback address, too, but says for whom it asks.
    package func isLocal(or trusted: [AddressRange] = []) -> Bool {
        guard let peer = ClientAddress(peer) else { return false }
        let isNear = Self.ownAddresses.contains { $0.contains(peer) } || trusted.contains { $0.contains(peer) }
        return isNear && !Self.proxyFields.contains { fields.value(named: $0) != nil }
    }
}
