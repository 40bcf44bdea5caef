import Curl
import Heroes
import Support
import Testing

@testable import MarvelAPI

@Suite struct MarvelFailureTests {
    private func failure(
        _ response: LoopbackUpstream.Reply, timeout: Double = 60,
        to request: (MarvelSource) async throws(HeroError) -> Void = { source async throws(HeroError) in
            _ = try await source.hero(7)
        }
    ) async throws -> HeroError? {
        let upstream = try LoopbackUpstream { _, _ in response }
        return try await failure(upstream.url, timeout: timeout, to: request)
    }

    private func failure(
        _ url: String, timeout: Double = 60, to request: (MarvelSource) async throws(HeroError) -> Void
    ) async throws -> HeroError? {
        let configuration = try MarvelConfiguration(
            baseURL: url, publicKey: "pubkey99", privateKey: "privkey99", timeout: timeout)
        do throws(HeroError) {
            try await request(MarvelSource(configuration, curl: Curl()))
            return nil
        } catch {
            #expect(!"\(error)".contains("key99") && !"\(error)".contains("hash="))
            return error
        }
    }

    @Test("a 404 means that the hero does not exist, whatever the body")
    func notFound() async throws {
        #expect(
            try await failure(.json(#"{"code":404,"status":"We couldn't find that character"}"#, status: 404))
                == .notFound)
        #expect(try await failure(.text("<html>", status: 404)) == .notFound)
        #expect(try await failure(.json(#"{"code":404,"status":"We couldn't find that character"}"#)) == .notFound)
    }

    @Test("a 404 for the list of all heroes means that the URL is wrong")
    func wrongURL() async throws {
        let error = try await failure(.text("<html>", status: 404)) { source async throws(HeroError) in
            _ = try await source.heroes(HeroQuery())
        }
        #expect(error == .invalidResponse(status: 404, "no API at the configured URL (404)"))
    }

    @Test("a 429 is over budget, with the seconds of Retry-After")
    func overBudget() async throws {
        let body =
            #"{"code":"RequestThrottled","message":"You have exceeded your rate limit.  Please try again later."}"#
        #expect(try await failure(.json(body, status: 429)) == .overBudget(retryAfter: nil))
        #expect(
            try await failure(.json(body, status: 429, headers: [("Retry-After", "120")]))
                == .overBudget(retryAfter: 120))
        #expect(
            try await failure(.json(body, status: 429, headers: [("Retry-After", "soon")]))
                == .overBudget(retryAfter: nil))
        #expect(
            try await failure(.json(body, status: 429, headers: [("Retry-After", "-5")]))
                == .overBudget(retryAfter: nil))
    }

    @Test(
        "client and server errors are invalid responses with the source's message",
        arguments: [
            (
                401, #"{"code":"InvalidCredentials","message":"That hash is invalid."}"#,
                "status 401: That hash is invalid."
            ),
            (
                409, #"{"code":409,"status":"You must pass an integer limit."}"#,
                "status 409: You must pass an integer limit."
            ),
            (409, #"{"code":"MissingParameter","message":"key pubkey99\r\n"}"#, "status 409: key …"),
            (500, "<html>", "status 500: no reason given"), (503, "", "status 503: no reason given"),
            (302, "", "status 302: no reason given"), (204, "", "status 204: no reason given"),
            (206, "{}", "status 206: no reason given"),
        ])
    func errorStatus(status: Int, body: String, text: String) async throws {
        #expect(
            try await failure(.json(body, status: status)) == .invalidResponse(status: status, "/characters/7: \(text)")
        )
    }

    @Test(
        "status 200 with an unreadable body is an invalid response",
        arguments: [
            "", "<!doctype html><title>Portal</title>", "null", "[]", "{}", "true", "\"text\"", #"{"code":200}"#,
            #"{"code":200,"data":null}"#, #"{"code":200,"data":{"results":{}}}"#,
            #"{"code":200,"data":{"results":"many"}}"#,
            #"{"code":200,"data":{"results":[{"id":7,"name":"Nova"}]}"#, #"{"code":200,"data":{"results":[{"id":7,"na"#,
            #"{"code":200,"data":{"results":[{"id":[]},17,null]}}"#,
            #"{"code":409,"data":{"results":[{"id":7,"name":"Nova"}]}}"#,
        ])
    func unreadable(body: String) async throws {
        guard case .invalidResponse = try await failure(.text(body, headers: [("Content-Type", "text/html")])) else {
            Issue.record("\(body)")
            return
        }
    }

    @Test("a truncated gzip body is broken")
    func truncatedGzip() async throws {
        // A gzip header, then a stored block of 4,096 bytes with only the first ones.
        let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 0, 0x00, 0x10, 0xFF, 0xEF]
        let body = start + Array(#"{"code":200,"data":{"results":[{"id":7,"name":"Nova"}"#.utf8)
        let error = try await failure(.response(headers: [("Content-Encoding", "gzip")], body: body))
        guard case .broken = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("an upstream that stays silent times out")
    func silence() async throws {
        guard case .timedOut = try await failure(.silence, timeout: 0.2) else {
            Issue.record("no timeout")
            return
        }
    }

    @Test("an upstream that refuses, resets or closes early is broken, and a flood is an invalid response")
    func unreachable() async throws {
        let port = try RefusingPort()
        let refused = try await failure(port.url) { source async throws(HeroError) in
            _ = try await source.works(.comics, of: .hero(7), PageRange())
        }
        let flood = [UInt8](repeating: 32, count: 9 * 1024 * 1024)
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"code\""
        for error in [
            refused, try await failure(.reset()), try await failure(.raw(half)),
        ] {
            guard case .broken(let text) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(!text.isEmpty)
        }
        guard case .invalidResponse = try await failure(.response(body: flood)) else {
            Issue.record("no flood")
            return
        }
    }
}
