import HTTPTypes
import Heroes
import Support
import Testing

/// Hostile responses: visitors always get a page, and the next valid response is shown.
@Suite struct HostileResponseTests {
    struct Attack: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: LoopbackUpstream.Reply
        /// The status of the list of heroes.
        let status: Int
        var timeout = 10.0
    }

    private static func results(_ results: String, _ fields: String = "") -> LoopbackUpstream.Reply {
        .json(#"{"code":200,"data":{\#(fields)"results":[\#(results)]}}"#)
    }

    private static let hero = #"{"id":7,"name":"Hero 7"}"#
    private static let deep = String(repeating: "[", count: 100_000)

    static let attacks = [
        Attack(
            testDescription: "a header line of 1 MiB",
            response: .text("", headers: [("X-Long", String(repeating: "x", count: 1 << 20))]), status: 502),
        Attack(
            testDescription: "10,000 header lines",
            response: .text("", headers: (0..<10_000).map { ("X-\($0)", String(repeating: "x", count: 40)) }),
            status: 502),
        Attack(
            testDescription: "a redirect to itself", response: .response(status: 302, headers: [("Location", "/")]),
            status: 502),
        Attack(testDescription: "200 and no body", response: .text(""), status: 502),
        Attack(
            testDescription: "endless chunks",
            response: .response(
                headers: [("Transfer-Encoding", "chunked")],
                body: Array(String(repeating: "5\r\n     \r\n", count: 1000).utf8)), status: 504, timeout: 0.3),
        Attack(
            testDescription: "endless chunks, quickly",
            response: .response(
                headers: [("Transfer-Encoding", "chunked")],
                body: Array(String(repeating: "1000\r\n\(String(repeating: " ", count: 4096))\r\n", count: 3000).utf8)),
            status: 502),
        Attack(testDescription: "100,000 nested lists", response: .json(deep), status: 502),
        Attack(
            testDescription: "100,000 nested lists among the results", response: results(hero + "," + deep), status: 502
        ),
        Attack(
            testDescription: "numbers out of range",
            response: results(
                #"\#(hero),{"id":1e400,"name":"A"},{"id":-1e400,"name":"B"},{"id":9e99,"name":"C"}"#,
                #""offset":1e400,"limit":-1e400,"total":1e999,"#), status: 200),
        Attack(
            testDescription: "implausible counts",
            response: results(hero, #""offset":-5,"limit":9999999999999,"total":-1,"#), status: 200),
        Attack(
            testDescription: "invalid UTF-8",
            response: .response(
                body: Array(#"{"code":200,"data":{"results":[{"id":7,"name":"He"#.utf8) + [0xFF, 0xC0, 0x80]
                    + Array(#"ro"}]}}"#.utf8)),
            status: 200),
        Attack(
            testDescription: "NUL and other controls",
            response: results(
                #"{"id":7,"name":"He\u0000ro\u0007\u001b[31m\u202e","description":"a\u0000b<b>\u0000</b>"}"#),
            status: 200),
        Attack(
            testDescription: "a raw NUL", response: .raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\0"), status: 502),
        Attack(
            testDescription: "markup for names",
            response: results(
                #"{"id":7,"name":"<script>alert(1)</script>","description":"<img src=x onerror=alert(1)>"}"#),
            status: 200),
        Attack(
            testDescription: "500 results instead of 20",
            response: results((1...500).map { #"{"id":\#($0),"name":"Hero \#($0)"}"# }.joined(separator: ",")),
            status: 200),
        Attack(
            testDescription: "a total smaller than the number of results",
            response: results(hero, #""offset":40,"total":3,"#), status: 200),
        Attack(
            testDescription: "negative, zero and duplicate ids",
            response: results(#"{"id":-7,"name":"A"},{"id":0,"name":"B"},\#(hero),\#(hero)"#), status: 200),
        Attack(
            testDescription: "a name of 1 MiB",
            response: results(#"{"id":7,"name":"\#(String(repeating: "x", count: 1 << 20))"}"#), status: 200),
        Attack(
            testDescription: "an etag that would end its line",
            response: .json(#"{"code":200,"etag":"a\r\nX-Bad: 1","data":{"results":[\#(hero)]}}"#), status: 200),
        Attack(testDescription: "no HTTP at all", response: .raw("SSH-2.0-OpenSSH_9.2\r\n"), status: 502),
        Attack(
            testDescription: "two lengths",
            response: .raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc"),
            status: 502),
        Attack(
            testDescription: "a negative length", response: .raw("HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n{}"),
            status: 502),
    ]

    @Test(
        "every page is complete and without control characters, and the next one is right",
        arguments: attacks)
    func attack(attack: Attack) async throws {
        let site = try SiteOnUpstream(timeout: attack.timeout)
        site.setFault(attack.response)
        let list = await site.get("/heroes")
        #expect(list.response.status.code == attack.status)
        for text in [list.text, await site.get("/heroes/7-hero-7").text, await site.get("/heroes?q=he").text] {
            #expect(text.contains("<h1") || text.isEmpty, "a page that moved has no content")
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && !"\n\r\t".unicodeScalars.contains($0) })
            #expect(!text.contains("<script>alert") && !text.contains("onerror"))
        }
        #expect(!site.log.contains { line in line.unicodeScalars.contains { $0.value < 0x20 } })
        site.setFault(nil)
        // Requests of the pages before may still fail, and pause the source again.
        let isRight = try await Wait.until {
            site.clock.advance(by: 5)
            return await site.get("/heroes/9-hero-9").text.contains("Work of 9")
        }
        #expect(isRight)
        #expect(
            !site.upstream.requests.contains { $0.head.contains("X-Bad") || $0.target == "/" },
            "no redirect is followed")
    }
}
