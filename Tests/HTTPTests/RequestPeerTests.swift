import HTTPTypes
import Testing

@testable import HTTP

@Suite("Requests from this machine")
struct RequestPeerTests {
    private func isLocal(_ host: String?, peer: String = "127.0.0.1", trusted: [String] = []) -> Bool {
        var request = Request(target: "/", peer: peer)
        if let host, let name = HTTPField.Name("Host") { request.fields[name] = host }
        return request.isLocal(or: trusted.compactMap { AddressRange($0) })
    }

    @Test(
        "a program on this machine with a loopback name or address is local",
        arguments: [
            "localhost", "localhost:8080", "LocalHost:8080", "127.0.0.1", "127.0.0.1:8080", "127.8.0.1:80", "[::1]",
            "[::1]:8080", "[::ffff:127.0.0.1]:8080", "0.0.0.0:8080", "[::]:8080",
        ])
    func loopback(_ host: String) {
        #expect(isLocal(host))
        #expect(isLocal(host, peer: "::1"))
        #expect(!isLocal(host, peer: "192.0.2.7"))
    }

    @Test(
        "a proxy that forwards Host, and a page that uses another name for this machine, are not local",
        arguments: [
            nil, "", "heroes.example", "heroes.example:8080", "localhost.evil.example", "evil.localhost:8080",
            "127.0.0.1.evil.example", "127.0.0.1.", "192.0.2.7:8080", "[2001:db8::1]", "10.0.0.1", "localhosts", "1",
        ])
    func others(_ host: String?) { #expect(!isLocal(host)) }

    @Test(
        "a proxy that adds fields is not local",
        arguments: ["X-Forwarded-For", "x-forwarded-proto", "X-Forwarded-Port", "X-Real-IP", "Forwarded", "Via"])
    func proxies(_ field: String) throws {
        var request = Request(target: "/", fields: [try #require(HTTPField.Name("Host")): "localhost"])
        #expect(request.isLocal())
        request.fields[try #require(HTTPField.Name(field))] = ""
        #expect(!request.isLocal())
    }

    @Test("a trusted address may use any name, but not as a proxy")
    func trusted() {
        #expect(isLocal("heroes.example", peer: "10.0.0.5", trusted: ["10.0.0.0/24"]))
        #expect(isLocal("heroes.example", trusted: ["127.0.0.1"]))
        #expect(!isLocal("heroes.example", peer: "10.0.1.5", trusted: ["10.0.0.0/24"]))
        var request = Request(target: "/", fields: [.via: "1.1 front"], peer: "10.0.0.5")
        #expect(!request.isLocal(or: [AddressRange("10.0.0.5")].compactMap(\.self)))
        request.fields = [:]
        #expect(request.isLocal(or: [AddressRange("10.0.0.5")].compactMap(\.self)))
    }
}
