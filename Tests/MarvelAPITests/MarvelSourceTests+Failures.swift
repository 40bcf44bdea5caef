import Basics
import Curl
import Heroes
import Support
import Testing

@testable import MarvelAPI

/// Answers without a usable result, and none.
extension MarvelSourceTests {
    private func failure(_ reply: LoopbackUpstream.Reply, timeout: Double = 60) async throws -> HeroError? {
        let upstream = try LoopbackUpstream { _, _ in reply }
        let source = try source(upstream.url, timeout: timeout)
        let error = await #expect(throws: HeroError.self) { try await source.hero(7) }
        #expect(!"\(String(describing: error))".contains("key99"))
        #expect(!"\(String(describing: error))".contains("hash="))
        return error
    }

    private static let throttled = #"{"code":"RequestThrottled","message":"You have exceeded your rate limit."}"#

    @Test(
        "an error status is a missing hero, a rate limit or an invalid response with the source's message",
        arguments: [
            (404, #"{"code":404,"status":"We couldn't find that character"}"#, nil, .notFound),
            (404, "<html>", nil, .notFound),
            (429, throttled, nil, .overBudget(retryAfter: nil)), (429, throttled, "120", .overBudget(retryAfter: 120)),
            (429, throttled, "soon", .overBudget(retryAfter: nil)), (429, "", "-5", .overBudget(retryAfter: nil)),
            (429, "", "Fri, 31 Dec 1999 23:59:59 GMT", .overBudget(retryAfter: nil)),
            // A day at most.
            (429, "", "99999999999", .overBudget(retryAfter: 86_400)),
            (429, "", "Fri, 31 Dec 2999 23:59:59 GMT", .overBudget(retryAfter: 86_400)),
            (503, "", "90", .unavailable("/characters/7: status 503: no reason given", retryAfter: 90)),
            (
                401, #"{"code":"InvalidCredentials","message":"That hash is invalid."}"#, nil,
                invalid(401, "That hash is invalid.")
            ),
            (409, #"{"code":409,"status":"Pass an integer limit."}"#, nil, invalid(409, "Pass an integer limit.")),
            (409, #"{"code":"MissingParameter","message":"key pubkey99\r\n"}"#, nil, invalid(409, "key …")),
            (500, "<html>", nil, invalid(500)), (503, "", nil, invalid(503)), (302, "", nil, invalid(302)),
            (204, "", nil, invalid(204)), (206, "{}", nil, invalid(206)), (304, "", nil, invalid(304)),
        ] as [(Int, String, String?, HeroError)])
    func status(status: Int, body: String, retryAfter: String?, error: HeroError) async throws {
        let headers = retryAfter.map { [("Retry-After", $0)] } ?? []
        #expect(try await failure(.json(body, status: status, headers: headers)) == error)
    }

    private static func invalid(_ status: Int, _ text: String = "no reason given") -> HeroError {
        .invalidResponse(status: status, "/characters/7: status \(status): \(text)")
    }

    @Test("a 404 for the list of all heroes means that the URL is wrong")
    func wrongURL() async throws {
        let upstream = try LoopbackUpstream { _, _ in .text("<html>", status: 404) }
        let error = HeroError.invalidResponse(status: 404, "no API at the configured URL (404)")
        await #expect(throws: error) { try await source(upstream.url).heroes(HeroQuery()) }
    }

    @Test(
        "status 200 with an unreadable body is an invalid response",
        arguments: [
            "", "<!doctype html><title>Portal</title>", "null", "[]", "{}", "true", "\"text\"", #"{"code":200}"#,
            #"{"code":200,"data":null}"#, #"{"code":200,"data":{"results":{}}}"#,
            #"{"code":200,"data":{"results":"many"}}"#, #"{"code":200,"data":{"results":[{"id":7,"na"#,
            #"{"code":200,"data":{"results":[{"id":[]},17,null]}}"#,
            #"{"code":409,"data":{"results":[{"id":7,"name":"Nova"}]}}"#,
            #"{"code":200,"data":{"total":1,"results":[]}}"#,
            #"{"code":404,"status":"We couldn't find that character"}"#,
        ])
    func unreadable(body: String) async throws {
        let error = try await failure(.text(body, headers: [("Content-Type", "text/html")]))
        guard case .invalidResponse = error else { throw error ?? .notFound }
    }

    @Test("a response with a damaged byte anywhere has the hero or is invalid, but never lacks it")
    func invalidUTF8() throws {
        let body = Array(#"{"code":200,"data":{"total":1,"results":[{"id":7,"name":"Nova"}]}}"#.utf8)
        let signature = Signature(of: APIKeys(publicKey: "", privateKey: ""), at: ManualClock().now)
        let decoder = ResponseDecoder(signature: signature, imageHosts: [])
        for position in body.indices {
            var damaged = body
            damaged[position] = 0xFF
            let response = CurlResponse(status: 200, headers: [], body: damaged)
            do throws(HeroError) {
                let payload: Payload<CharacterPayload> = try decoder.payload(response)
                _ = try payload.object("hero", 7, \.hero.id)
            } catch {
                #expect(error != .notFound, "\(position)")
            }
        }
    }

    @Test("an upstream that resets or closes early is broken, one that stays silent times out, and a flood is invalid")
    func unreachable() async throws {
        let half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"code\""
        for reply in [LoopbackUpstream.Reply.reset(), .raw(half)] {
            let error = try await failure(reply)
            guard case .broken(let text) = error, !text.isEmpty else { throw error ?? .notFound }
        }
        let late = try await failure(.silence, timeout: 0.2)
        guard case .timedOut = late else { throw late ?? .notFound }
        let flood = try await failure(.response(body: [UInt8](repeating: 32, count: 9 << 20)))
        guard case .invalidResponse = flood else { throw flood ?? .notFound }
    }

    @Test("a request of a cancelled task fails as cancelled")
    func cancelled() async throws {
        let upstream = try LoopbackUpstream { _, _ in .silence }
        let source = try source(upstream.url)
        let task = Task { try await source.hero(7) }
        await upstream.wait { $0.requests == 1 }
        task.cancel()
        await #expect(throws: HeroError.cancelled) { try await task.value }
    }
}
