import Curl
import Support
import Testing

@Suite struct TLSTests {
    @Test("a self-signed certificate is rejected, and h2 is offered by ALPN")
    func selfSigned() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1", "-naccept 1 -www -alpn h2,http/1.1")
        let (error, failed) = await Curl().failure(CurlRequest(url: "\(server.url)/?apikey=secret"))
        let reason = try #require(failed)
        #expect(error == .broken(reason))
        #expect(reason.code == 60)
        #expect(!"\(reason)".contains("secret"))
        let output = try server.remainingOutput()
        #expect(output.contains("ALPN protocols advertised by the client: h2, http/1.1"))
        #expect(!output.contains("secret"))
    }

    @Test("a trusted certificate is rejected for another name")
    func wrongName() async throws {
        let server = try TLSServer(name: "DNS:other.example", "-www")
        let curl = Curl(caBundle: server.certificate)
        let reason = try #require(await curl.failure(CurlRequest(url: "\(server.url)/?apikey=secret")).reason)
        #expect(reason.code == 60)
        #expect("\(reason)".contains("127.0.0.1"))
        #expect(!"\(reason)".contains("secret"))
    }

    @Test("the TLS session of a closed connection is resumed by the next one")
    func sessions() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1", "-www")
        let curl = Curl(caBundle: server.certificate)
        var texts: [String] = []
        for _ in 1...3 {
            texts.append(String(decoding: try await curl.send(CurlRequest(url: server.url)).body, as: UTF8.self))
        }
        #expect(texts[0].contains("\nNew, TLSv1.3"))
        for text in texts[1...2] { #expect(text.contains("\nReused, TLSv1.3")) }
    }

    @Test("with HTTP/2 concurrent requests share one connection, the first ones too")
    func multiplexing() async throws {
        let server = try HTTP2Server(respondingAfter: 10)
        let curl = Curl(caBundle: server.certificate)
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<10 {
                group.addTask {
                    let response = try await curl.send(CurlRequest(url: server.url))
                    #expect(response.status == 200)
                    return String(decoding: response.body, as: UTF8.self)
                }
            }
            var bodies: Set<String> = []
            for try await body in group { bodies.insert(body) }
            #expect(bodies == Set((0..<10).map { "\($0)" }))
        }
    }

    @Test("a host that does not answer the TLS handshake counts as not connected")
    func handshakeTimeout() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("") }
        // The server waits for the end of a request head, which a TLS handshake does not contain.
        let url = upstream.url.replacing("http:", with: "https:")
        let (error, failed) = await Curl().failure(CurlRequest(url: url, timeout: 0.3))
        let reason = try #require(failed)
        #expect(error == .timedOut(reason))
        #expect(!reason.wasConnected)
    }
}
