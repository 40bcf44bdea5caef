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
            if isList { _ = try reader.list(response) } else { _ = try reader.object(response) }
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
            (429, blocked, .pauseAll(.abnormalTraffic)), (500, "", .retry), (502, "<html>", .retry),
            (522, error(1), .retry), (501, "", .none), (400, error(104), .none), (301, "", .none), (206, "{}", .none),
        ] as [(Int, String, ComicVineFailure.Consequence)])
    func consequences(status: Int, body: String, consequence: ComicVineFailure.Consequence) {
        #expect(failure(status, body)?.consequence == consequence)
        #expect(failure(status, body, isList: false)?.consequence == consequence)
    }

    @Test func aRateLimitHasTheSecondsOfRetryAfter() {
        #expect(failure(420, Self.error(107), retryAfter: 90)?.consequence == .pausePath(retryAfter: 90))
    }

    @Test func aRefusedKeyHasStatus401() {
        #expect(failure(200, Self.error(100))?.error == .invalidResponse(status: 401, "Comic Vine refuses the key"))
    }

    @Test func onlyAnObjectCanBeMissing() {
        for (status, body) in [(200, Self.error(101)), (404, Self.error(101)), (404, "")] {
            #expect(failure(status, body, isList: false)?.error == .notFound)
            guard case .invalidResponse = failure(status, body)?.error else {
                Issue.record("\(status) \(body)")
                continue
            }
        }
        #expect(
            failure(404, "<html>", isList: false)?.error
                == .invalidResponse(status: 404, "no API at the configured URL (404)"))
    }

    @Test(
        "a response that is not what was requested is invalid, and never an empty list",
        arguments: [
            "", "<html>", "null", "[]", "{}", #"{"status_code":1}"#, #"{"results":[]}"#,
            #"{"status_code":1,"results":{"id":5}}"#, #"{"status_code":1,"results":[{"id":5}"#,
            #"{"status_code":1,"results":[{"name":"x"},7]}"#, error(102), error(103), error(104), error(105), error(0),
        ])
    func invalidLists(body: String) {
        let failure = failure(200, body, headers: [("Content-Type", "text/html")])
        guard case .invalidResponse(200, _) = failure?.error, failure?.consequence == ComicVineFailure.Consequence.none
        else {
            Issue.record("\(body)")
            return
        }
    }

    @Test(
        "a list is no object",
        arguments: [#"{"status_code":1,"results":[]}"#, #"{"status_code":1,"results":[{"id":5}]}"#])
    func invalidObjects(body: String) {
        guard case .invalidResponse(200, _) = failure(200, body, isList: false)?.error else {
            Issue.record("\(body)")
            return
        }
    }

    @Test func aListCountsItsResultsAndNotThePagesClaim() throws {
        let body =
            #"{"error":"OK","number_of_page_results":100,"number_of_total_results":303,"status_code":1,"results":[{"id":5},{}]}"#
        let response = CurlResponse(status: 200, headers: [], body: Array(body.utf8))
        let list = try reader.list(response)
        #expect(list.items.map(\.id) == [5] && list.total == 303)
    }

    @Test func noErrorContainsTheKey() {
        let texts = [
            failure(200, Self.error(104, "bad filter of 5ecret"))?.error,
            failure(400, Self.error(102, "5ecret"))?.error,
            failure(200, "<p>", headers: [("Content-Type", "5ecret")])?.error,
            reader.failure(.broken(.init(code: 7, text: "cannot send 5ecret"))).error,
        ].map { "\(String(describing: $0))" }
        for text in texts { #expect(text.contains("…") && !text.contains("5ecret")) }
    }
}
