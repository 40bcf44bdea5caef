import HTTP
import HTTPTypes
import Testing

@Suite("Client addresses and proxies")
struct ClientAddressTests {
    private func client(_ peer: String, _ forwarded: [String], _ proxies: [String]) throws -> ClientAddress? {
        let name = try #require(HTTPField.Name("X-Forwarded-For"))
        let fields = HTTPFields(forwarded.map { HTTPField(name: name, value: $0) })
        let ranges = try proxies.map { try #require(AddressRange($0)) }
        return Request(target: "/", fields: fields, peer: peer).client(behind: ranges)
    }

    @Test(
        "only entries of trusted proxies are used",
        arguments: [
            ("203.0.113.7", ["198.51.100.1"], [], "203.0.113.7"),
            ("203.0.113.7", ["198.51.100.1"], ["10.0.0.0/8"], "203.0.113.7"),
            ("10.1.2.3", ["198.51.100.1"], ["10.0.0.0/8"], "198.51.100.1"),
            ("10.1.2.3", [], ["10.0.0.0/8"], "10.1.2.3"),
            // The leftmost entry comes from the client itself.
            ("10.1.2.3", ["1.1.1.1, 198.51.100.1"], ["10.0.0.0/8"], "198.51.100.1"),
            ("10.1.2.3", ["1.1.1.1", "198.51.100.1"], ["10.0.0.0/8"], "198.51.100.1"),
            ("10.1.2.3", ["1.1.1.1, 198.51.100.1,10.9.9.9 "], ["10.0.0.0/8"], "198.51.100.1"),
            ("10.1.2.3", ["10.7.7.7, 10.9.9.9"], ["10.0.0.0/8"], "10.7.7.7"),
            ("10.1.2.3", ["1.1.1.1, nonsense"], ["10.0.0.0/8"], "10.1.2.3"),
            ("10.1.2.3", ["1.1.1.1,"], ["10.0.0.0/8"], "10.1.2.3"),
            ("10.1.2.3", ["198.51.100.1:4711"], ["10.1.2.3"], "198.51.100.1"),
            ("::1", ["[2001:db8::7]:4711"], ["::1"], "2001:db8::7"),
            ("::ffff:10.1.2.3", ["2001:db8::7"], ["10.0.0.0/8"], "2001:db8::7"),
            ("2001:db8::1", ["1.1.1.1"], ["2001:db8::/48", "10.0.0.0/8"], "1.1.1.1"),
            ("2001:db9::1", ["1.1.1.1"], ["2001:db8::/48"], "2001:db9::1"),
        ] as [(String, [String], [String], String)])
    func forwarded(peer: String, forwarded: [String], proxies: [String], expected: String) throws {
        #expect(try client(peer, forwarded, proxies) == ClientAddress(expected))
    }

    @Test("a wide network is an IPv4 /16 or an IPv6 /48")
    func wideNetworks() {
        let network = { (text: String) in ClientAddress(text)?.wideNetwork }
        #expect(network("192.0.2.1") == network("192.0.255.9"))
        #expect(network("192.0.2.1") != network("192.1.2.1"))
        #expect(network("2001:db8:1:2::1") == network("2001:db8:1:ffff::9"))
        #expect(network("2001:db8:1:2::1") != network("2001:db8:2:2::1"))
    }

    @Test("a network is an IPv4 address or an IPv6 /64")
    func networks() {
        let network = { (text: String) in ClientAddress(text)?.network }
        #expect(network("192.0.2.1") == network("::ffff:192.0.2.1"))
        #expect(network("192.0.2.1") != network("192.0.2.2"))
        #expect(network("2001:db8:1:2::1") == network("2001:db8:1:2:ffff::9"))
        #expect(network("2001:db8:1:2::1") != network("2001:db8:1:3::1"))
        #expect(network("::1") != network("192.0.2.1"))
    }

    @Test(
        "a range contains the addresses with the same prefix",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("10.0.0.0/9", "10.128.0.1", false),
            ("0.0.0.0/0", "192.0.2.1", true), ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.0", false), ("192.0.2.0/31", "192.0.2.1", true),
            ("2001:db8::/33", "2001:db8:8000::1", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
        ])
    func ranges(range: String, address: String, isInside: Bool) throws {
        #expect(try #require(AddressRange(range)).contains(#require(ClientAddress(address))) == isInside)
    }

    @Test(
        "an invalid range is rejected",
        arguments: [
            "", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/+8", "10.0.0.0/-1", "10.0.0/8", "::/129", "localhost",
            "10.0.0.0/8/8", "10.0.0.0/99999999999999999999", "1.2.3.4\0", "300.1.1.1",
        ])
    func noRange(_ text: String) {
        #expect(AddressRange(text) == nil)
    }
}
