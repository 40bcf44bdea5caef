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

    /// Those that reach a page or a log line; the decoder and the client have tests of their own for counts, ids, nesting
    /// and framing.
    static let attacks = [
        Attack(
            testDescription: "a header line of 1 MiB",
            response: .text("", headers: [("X-Long", String(repeating: "x", count: 1 << 20))]), status: 502),
        Attack(
            testDescription: "10,000 header lines",
            response: .text("", headers: (0..<10_000).map { ("X-\($0)", String(repeating: "x", count: 40)) }),
            status: 502),
        Attack(
            testDescription: "endless chunks, quickly",
            response: .response(
                headers: [("Transfer-Encoding", "chunked")],
                body: Array(String(repeating: "1000\r\n\(String(repeating: " ", count: 4096))\r\n", count: 3000).utf8)),
            status: 502),
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
            testDescription: "markup for names",
            response: results(
                #"{"id":7,"name":"<script>alert(1)</script>","description":"<img src=x onerror=alert(1)>"}"#),
            status: 200),
        Attack(
            testDescription: "a name of 1 MiB",
            response: results(#"{"id":7,"name":"\#(String(repeating: "x", count: 1 << 20))"}"#), status: 200),
        Attack(
            testDescription: "an etag that would end its line",
            response: .json(#"{"code":200,"etag":"a\r\nX-Bad: 1","data":{"results":[\#(hero)]}}"#), status: 200),
        Attack(testDescription: "no HTTP at all", response: .raw("SSH-2.0-OpenSSH_9.2\r\n"), status: 502),
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
            for phrase in ["<script>alert", "onerror"] { #expect(!text.contains(phrase)) }
        }
        #expect(!site.log.contains { line in line.unicodeScalars.contains { $0.value < 0x20 } })
        site.setFault(nil)
        // Requests of the pages before may still fail, and pause the source again.
        let isRight = try await Wait.until {
            site.clock.advance(by: 5)
            return await site.get("/heroes/9-hero-9").text.contains("Topic of 9")
        }
        #expect(isRight)
        #expect(
            !site.upstream.requests.contains { $0.head.contains("X-Bad") || $0.target == "/" },
            "no redirect is followed")
    }
}
