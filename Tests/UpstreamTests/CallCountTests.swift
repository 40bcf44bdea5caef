import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallCountTests {
    @Test("a hero from a list costs no call: the page requests the four sections only")
    func heroFromList() async throws {
        let site = try SiteOnUpstream()
        _ = await site.get("/heroes")
        let text = await site.get("/heroes/7-hero-7").text
        #expect(text.contains("<h1 class=\"name\">Hero 7</h1>"))
        #expect(site.upstream.counts.requests == 5)
        #expect(!site.upstream.requests.contains { $0.target.hasPrefix("/v1/public/characters/7?") })
    }

    @Test(
        "a search without results costs one call for each of three starts of the text, and none when repeated",
        arguments: [("zzz", 1), ("ms ÄÖÜ", 2), ("the odd one out", 3), ("-", 1)])
    func noMatch(typed: String, calls: Int) async throws {
        let site = try SiteOnUpstream { _ in .json(Self.none) }
        let target = "/heroes?q=\(SiteOnUpstream.encoded(typed))"
        #expect(await site.get(target).text.contains("Nothing found for"))
        _ = await site.get(target)
        #expect(site.upstream.counts.requests == calls)
    }

    private static let none = #"{"code":200,"data":{"offset":0,"limit":20,"total":0,"count":0,"results":[]}}"#
}
