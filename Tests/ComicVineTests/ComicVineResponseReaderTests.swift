import Heroes
import Testing

@testable import ComicVine
@testable import Curl

@Suite struct ComicVineResponseReaderTests {
    private let reader = ComicVineResponseReader(key: ComicVineKey("5ecret"))

    private func failure(
        _ status: Int, _ body: String, headers: [(String, String)] = [], retryAfter: Int? = nil, isList: Bool = true
    ) -> ComicVineFailure? {
        let response = CurlResponse(
            status: status, headers: headers.map { (name: $0, value: $1) }, body: Array(body.utf8),
            retryAfter: retryAfter)
        do throws(ComicVineFailure) {
            if isList {
                _ = try reader.list(response, of: .storyArcs(offset: 0))
            } else {
                _ = try reader.object(response, of: .character(5))
            }
            return nil
        } catch {
            return error
        }
    }

    private static func error(_ code: Int, _ text: String = "No") -> String {
        #"{"error":"\#(text)","number_of_page_results":0,"number_of_total_results":0,"status_code":\#(code),"results":[]}"#
    }

    private static let blocked = "<html><title>Abnormal Traffic Detected</title>"

    @Test(
        "an error has its consequence for the next calls, whatever the HTTP status",
        arguments: [
            (401, error(100), .pauseAll(.refusedKey)), (200, error(100), .pauseAll(.refusedKey)),
            (401, "", .pauseAll(.refusedKey)), (420, error(107), .pausePath(retryAfter: nil)),
            (200, error(107), .pausePath(retryAfter: nil)), (429, "<html>", .pausePath(retryAfter: nil)),
            (200, error(420), .pausePath(retryAfter: nil)), (400, error(107), .pausePath(retryAfter: nil)),
            (403, "<html>Just a moment", .pauseAll(.cloudflare)), (403, "", .pauseAll(.cloudflare)),
            (200, blocked, .pauseAll(.abnormalTraffic)), (403, blocked, .pauseAll(.abnormalTraffic)),
            (429, blocked, .pauseAll(.abnormalTraffic)),
        ] as [(Int, String, ComicVineFailure)])
    func consequences(status: Int, body: String, expected: ComicVineFailure) {
        #expect(failure(status, body) == expected)
        #expect(failure(status, body, isList: false) == expected)
    }

    @Test(
        "an error of the server may be over a moment later, and one of the request stays",
        arguments: [
            (500, "", true), (502, "<html>", true), (522, error(1), true), (503, "", true), (501, "", false),
            (400, error(104), false), (301, "", false), (206, "{}", false),
        ])
    func transience(status: Int, body: String, isTransient: Bool) throws {
        for failure in [failure(status, body), failure(status, body, isList: false)] {
            let error = try #require(failure).error
            #expect(failure == (isTransient ? .transient(error) : .call(error)))
        }
    }

    @Test func aRateLimitAndAnOutageHaveTheSecondsOfRetryAfter() {
        #expect(failure(420, Self.error(107), retryAfter: 90) == .pausePath(retryAfter: 90))
        for status in [500, 503] {
            let outage = failure(status, "", retryAfter: 90)
            #expect(outage == .pauseAll(.outage, retryAfter: 90))
            #expect(outage?.error == .unavailable("Comic Vine does not answer", retryAfter: 90))
        }
    }

    @Test(
        "the header of Cloudflare's challenge counts, whatever the status and the body",
        arguments: [200, 403, 429, 503])
    func challenge(status: Int) {
        for body in ["<html>", "", #"{"status_code":1,"results":[]}"#] {
            let failure = failure(status, body, headers: [("CF-Mitigated", "challenge")], retryAfter: 5)
            #expect(failure == .pauseAll(.cloudflare))
        }
    }

    private func list(_ body: [UInt8], of endpoint: ComicVineEndpoint) -> [Int]? {
        // A failure is nil.
        try? reader.list(CurlResponse(status: 200, headers: [], body: body), of: endpoint).items.map(\.id)
    }

    private func envelope(_ results: String, total: Int) -> [UInt8] {
        Array(#"{"number_of_total_results":\#(total),"status_code":1,"results":[\#(results)]}"#.utf8)
    }

    @Test(
        "a list that contradicts itself, or has none of the ids that were asked for, is invalid",
        arguments: [
            ("", 5140, .storyArcs(offset: 0), nil), ("", 5140, .heroes(named: "x", offset: 5100), nil),
            ("", 5140, .storyArcs(offset: 5200), []), ("", 0, .heroes(named: "x", offset: 0), []),
            (#"{"id":3}"#, 3, .storyArcs(offset: 0), nil), (#"{"id":3}"#, 2, .storyArcs(offset: 0), [3]),
            (#"{"id":1}"#, 1, .issues(ids: [1, 2, 3]), nil), (#"{"id":1}"#, 1, .heroes(ids: [1, 2, 3]), [1]),
            ("", 0, .issues(ids: [1]), nil), ("", 0, .volumes(ids: [1, 2]), nil),
            (#"{"id":3}"#, 1, .issues(ids: [1, 2]), nil), (#"{"id":3},{"id":2}"#, 2, .issues(ids: [1, 2]), [2]),
            // Many heroes do not vanish at once.
            ("", 0, .heroes(ids: [1]), []), ("", 0, .heroes(ids: Array(1...10)), nil), ("", 1, .heroes(ids: [1]), nil),
            (#"{"id":3},{"id":4},{"id":3},{}"#, 3, .storyArcs(offset: 0), [3, 4]),
        ] as [(String, Int, ComicVineEndpoint, [Int]?)])
    func contradictions(results: String, total: Int, endpoint: ComicVineEndpoint, ids: [Int]?) {
        #expect(list(envelope(results, total: total), of: endpoint) == ids)
    }

    @Test func aResponseHasALimitOfObjectsAndOfValues() {
        var endpoint = ComicVineEndpoint.storyArcs(offset: 0)
        endpoint.byteLimit = 4 * 128
        let objects = (1...3).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        #expect(list(envelope(objects, total: 3), of: endpoint) == [1, 2, 3])
        #expect(list(envelope(objects + #",{"id":4}"#, total: 4), of: endpoint) == nil)
        #expect(list(envelope(#"{"id":1}"# + String(repeating: ",1", count: 40), total: 4), of: endpoint) == nil)
    }

    @Test func onlyAnObjectCanBeMissing() {
        for (status, body) in [(200, Self.error(101)), (404, Self.error(101)), (404, "")] {
            #expect(failure(status, body, isList: false)?.error == .notFound)
            guard case .invalidResponse = failure(status, body)?.error else {
                Issue.record("\(status) \(body)")
                continue
            }
        }
        for status in [400, 401, 500] { #expect(failure(status, Self.error(101), isList: false)?.error != .notFound) }
        let page = failure(404, "<html>", isList: false)?.error
        #expect(page == .invalidResponse(status: 404, "no API at the configured URL (404)"))
        let list = failure(200, #"{"status_code":1,"results":[{"id":5}]}"#, isList: false)?.error
        #expect(list == .invalidResponse(status: 200, "the results are not an object"))
    }

    @Test(
        "a response that is not what was requested is invalid, and never an empty list",
        arguments: [
            "", "<html>", "null", "[]", "{}", #"{"status_code":1}"#, #"{"results":[]}"#,
            #"{"status_code":1,"results":{"id":5}}"#, #"{"status_code":1,"results":[{"id":5}"#,
            #"{"status_code":1,"results":[{"name":"x"},7]}"#, error(102), error(103), error(104), error(105), error(0),
        ])
    func invalidLists(body: String) {
        guard case .call(.invalidResponse(200, _)) = failure(200, body, headers: [("Content-Type", "text/html")]) else {
            Issue.record("\(body)")
            return
        }
    }

    @Test func noErrorContainsTheKey() {
        let texts = [
            failure(200, Self.error(104, "bad filter of 5ecret"))?.error,
            failure(400, Self.error(102, "5ecret"))?.error,
            failure(200, "<p>", headers: [("Content-Type", "5ecret")])?.error,
            reader.failure(.broken(.init(code: 7, text: "cannot send 5ecret"))).error,
        ].map { "\(String(describing: $0))" }
        for text in texts {
            #expect(text.contains("…"))
            #expect(!text.contains("5ecret"))
        }
    }
}
