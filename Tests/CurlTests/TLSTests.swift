import Curl
import Support
import Testing

@Suite struct TLSTests {
    @Test("a certificate of somebody's own making is not believed, and h2 is offered to its owner")
    func selfMade() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1", "-naccept 1 -www -alpn h2,http/1.1")
        let error = await failure(CurlRequest(url: "\(server.url)/?apikey=secret"))
        guard case .broken(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.code == 60)
        #expect(!"\(reason)".contains("secret"))
        let told = try server.rest()
        #expect(told.contains("ALPN protocols advertised by the client: h2, http/1.1"))
        #expect(!told.contains("secret"))
    }

    @Test("a certificate that is believed is not, for another name than it was made for")
    func wrongName() async throws {
        let server = try TLSServer(name: "DNS:other.example", "-www")
        guard
            case .broken(let reason) = await failure(
                CurlRequest(url: "\(server.url)/?apikey=secret"), Curl(authorities: server.certificate))
        else {
            Issue.record("the name was not looked at")
            return
        }
        #expect(reason.code == 60)
        #expect("\(reason)".contains("127.0.0.1") && !"\(reason)".contains("secret"))
    }

    @Test("the session of a connection that was closed is taken up by the next one, without another handshake")
    func sessions() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1", "-www")
        let curl = Curl(authorities: server.certificate)
        var texts: [String] = []
        for _ in 1...3 {
            texts.append(String(decoding: try await curl.send(CurlRequest(url: server.url)).body, as: UTF8.self))
        }
        #expect(texts[0].contains("\nNew, TLSv1.3"))
        #expect(texts[1].contains("\nReused, TLSv1.3") && texts[2].contains("\nReused, TLSv1.3"))
    }

    @Test("where the host speaks HTTP/2, questions share one connection at the same time, the first ones too")
    func multiplexing() async throws {
        let server = try HTTP2Server(answeringAfter: 10)
        let curl = Curl(authorities: server.certificate)
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

    @Test("a host that never answers the first word of TLS was never connected to")
    func noTLS() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("") }
        // The other side waits for the end of a head, which TLS does not have.
        let url = upstream.url.replacing("http:", with: "https:")
        guard case .timedOut(let reason) = await failure(CurlRequest(url: url, timeout: 0.3)) else {
            Issue.record("no timeout")
            return
        }
        #expect(!reason.wasConnected)
    }

    private func failure(_ request: CurlRequest, _ curl: Curl = Curl()) async -> CurlError? {
        do throws(CurlError) {
            _ = try await curl.send(request)
            return nil
        } catch {
            return error
        }
    }
}
