import HTTPTypes
import Heroes
import Support
import Testing

/// Answers that no honest API gives: whatever they are, visitors read a page, and the next honest answer is shown.
@Suite struct HostileAnswerTests {
    struct Trick: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: LoopbackUpstream.Answer
        /// The status of the list of heroes.
        let status: Int
        var timeout = 10.0
    }

    private static func results(_ results: String, _ place: String = "") -> LoopbackUpstream.Answer {
        .json(#"{"code":200,"data":{\#(place)"results":[\#(results)]}}"#)
    }

    private static let hero = #"{"id":7,"name":"Hero 7"}"#
    private static let deep = String(repeating: "[", count: 100_000)

    static let tricks = [
        Trick(
            testDescription: "a header line of 1 MiB",
            answer: .text("", headers: [("X-Long", String(repeating: "x", count: 1 << 20))]), status: 502),
        Trick(
            testDescription: "10,000 header lines",
            answer: .text("", headers: (0..<10_000).map { ("X-\($0)", String(repeating: "x", count: 40)) }),
            status: 502),
        Trick(
            testDescription: "a redirect to itself", answer: .response(status: 302, headers: [("Location", "/")]),
            status: 502),
        Trick(testDescription: "200 and no body", answer: .text(""), status: 502),
        Trick(
            testDescription: "chunks without end",
            answer: .response(
                headers: [("Transfer-Encoding", "chunked")],
                body: Array(String(repeating: "5\r\n     \r\n", count: 1000).utf8)), status: 504, timeout: 0.3),
        Trick(
            testDescription: "chunks without end, quickly",
            answer: .response(
                headers: [("Transfer-Encoding", "chunked")],
                body: Array(String(repeating: "1000\r\n\(String(repeating: " ", count: 4096))\r\n", count: 3000).utf8)),
            status: 502),
        Trick(testDescription: "100,000 lists in each other", answer: .json(deep), status: 502),
        Trick(testDescription: "the same among the results", answer: results(hero + "," + deep), status: 502),
        Trick(
            testDescription: "numbers beyond all",
            answer: results(
                #"\#(hero),{"id":1e400,"name":"A"},{"id":-1e400,"name":"B"},{"id":9e99,"name":"C"}"#,
                #""offset":1e400,"limit":-1e400,"total":1e999,"#), status: 200),
        Trick(
            testDescription: "numbers that no count can be",
            answer: results(hero, #""offset":-5,"limit":9999999999999,"total":-1,"#), status: 200),
        Trick(
            testDescription: "bytes that are no UTF-8",
            answer: .response(
                body: Array(#"{"code":200,"data":{"results":[{"id":7,"name":"He"#.utf8) + [0xFF, 0xC0, 0x80]
                    + Array(#"ro"}]}}"#.utf8)),
            status: 200),
        Trick(
            testDescription: "NUL and other controls",
            answer: results(
                #"{"id":7,"name":"He\u0000ro\u0007\u001b[31m\u202e","description":"a\u0000b<b>\u0000</b>"}"#),
            status: 200),
        Trick(
            testDescription: "a raw NUL", answer: .raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\0"), status: 502),
        Trick(
            testDescription: "markup for names",
            answer: results(
                #"{"id":7,"name":"<script>alert(1)</script>","description":"<img src=x onerror=alert(1)>"}"#),
            status: 200),
        Trick(
            testDescription: "500 results where 20 were asked for",
            answer: results((1...500).map { #"{"id":\#($0),"name":"Hero \#($0)"}"# }.joined(separator: ",")),
            status: 200),
        Trick(
            testDescription: "a total smaller than what is there",
            answer: results(hero, #""offset":40,"total":3,"#), status: 200),
        Trick(
            testDescription: "ids that are negative, zero or told twice",
            answer: results(#"{"id":-7,"name":"A"},{"id":0,"name":"B"},\#(hero),\#(hero)"#), status: 200),
        Trick(
            testDescription: "a name of 1 MiB",
            answer: results(#"{"id":7,"name":"\#(String(repeating: "x", count: 1 << 20))"}"#), status: 200),
        Trick(
            testDescription: "an etag that would end its line",
            answer: .json(#"{"code":200,"etag":"a\r\nX-Bad: 1","data":{"results":[\#(hero)]}}"#), status: 200),
        Trick(testDescription: "no HTTP at all", answer: .raw("SSH-2.0-OpenSSH_9.2\r\n"), status: 502),
        Trick(
            testDescription: "two lengths",
            answer: .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc"),
            status: 502),
        Trick(
            testDescription: "a negative length", answer: .raw("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}"),
            status: 502),
    ]

    @Test(
        "whatever comes, every page is a page, no control character is in it, and the next one is right",
        arguments: tricks)
    func trick(trick: Trick) async throws {
        let site = try SiteOnUpstream(timeout: trick.timeout)
        site.go(wrong: trick.answer)
        let list = await site.get("/heroes")
        #expect(list.response.status.code == trick.status)
        for text in [list.text, await site.get("/heroes/7-hero-7").text, await site.get("/heroes?q=he").text] {
            #expect(text.contains("<h1") || text.isEmpty, "a page that moved has no content")
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && !"\n\r\t".unicodeScalars.contains($0) })
            #expect(!text.contains("<script>alert") && !text.contains("onerror"))
        }
        #expect(!site.log.contains { line in line.unicodeScalars.contains { $0.value < 0x20 } })
        site.go(wrong: nil)
        #expect(await site.get("/heroes/9-hero-9").text.contains("Work of 9"))
        #expect(!site.upstream.requests.contains { $0.head.contains("X-Bad") })
    }

    @Test("redirects are not followed, however many there would be")
    func redirects() async throws {
        let site = try SiteOnUpstream { .response(status: 302, headers: [("Location", $0)]) }
        #expect(await site.get("/heroes").response.status == .badGateway)
        #expect(site.upstream.counts.requests == 1)
    }

    @Test(
        "a wish to be left alone is believed for a day at most, and not where it makes no sense",
        arguments: [
            ("99999999999", "86400"), ("999999999999999999999999", nil), ("-5", nil), ("0", nil), ("soon", nil),
            ("Fri, 31 Dec 1999 23:59:59 GMT", nil), ("Fri, 31 Dec 2999 23:59:59 GMT", "86400"), ("120", "120"),
            ("1e3", "1"), ("", nil),
        ] as [(String, String?)], [429, 503])
    func wish(text: (String, String?), status: Int) async throws {
        let site = try SiteOnUpstream { _ in .text("", status: status, headers: [("Retry-After", text.0)]) }
        let response = await site.get("/heroes").response
        if status == 503, text.1 == nil {
            #expect(response.status == .badGateway)
        } else {
            #expect(response.status == .serviceUnavailable)
            #expect(response.fields[.retryAfter] == text.1 ?? "3600")
        }
        let asked = site.upstream.counts.requests
        site.clock.advance(by: 24 * 60 * 60)
        _ = await site.get("/heroes")
        #expect(site.upstream.counts.requests > asked)
    }

    @Test("marks of versions go back as they came, quotes and all, and those that could not are not kept")
    func marks() async throws {
        for (told, sent) in [
            ("\"abc\"", "\"abc\""), ("W/\"abc\"", "W/\"abc\""), ("a b", nil), (String(repeating: "a", count: 300), nil),
        ] as [(String, String?)] {
            let site = try SiteOnUpstream { target in
                guard case .response(let status, let headers, let body) = LoopbackUpstream.Answer.right(target) else {
                    return .silence
                }
                let plain = String(decoding: body, as: UTF8.self).replacing("\"etag\"", with: "\"other\"")
                return .response(status: status, headers: headers + [("ETag", told)], body: Array(plain.utf8))
            }
            _ = await site.get("/heroes")
            site.clock.advance(by: 25 * 60 * 60)
            _ = await site.get("/heroes")
            await site.cached.settle()
            let head = try #require(site.upstream.requests.last?.head)
            #expect(head.contains("If-None-Match: ") == (sent != nil))
            if let sent { #expect(head.contains("If-None-Match: \(sent)\r\n")) }
        }
    }
}
