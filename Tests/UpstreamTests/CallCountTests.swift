import HTTPTypes
import Heroes
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallCountTests {
    @Test(
        "a thousand concurrent requests for a cold page cost the calls of one",
        arguments: [("/heroes", 1), ("/heroes/7-hero-7", 5), ("/heroes/7-hero-7/comics", 2)])
    func crowd(target: String, calls: Int) async throws {
        let gate = Gate()
        let site = try SiteOnUpstream { .when(gate, .marvel($0)) }
        await withTaskGroup(of: HTTPResponse.Status.self) { group in
            for _ in 0..<1000 { group.addTask { await site.get(target).response.status } }
            // All requests are made before the upstream responds.
            while site.requestCount < 1000 * calls, !Task.isCancelled { await Task.yield() }
            gate.open()
            for await status in group { #expect(status == .ok) }
        }
        #expect(site.upstream.counts.requests == calls)
        #expect(site.cached.metrics.calls == [.success: calls])
        _ = await site.get(target)
        #expect(site.upstream.counts.requests == calls)
    }

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
        "a search without results costs one call, and none when repeated",
        arguments: ["zzz", "ms ÄÖÜ", "-"])
    func noMatch(typed: String) async throws {
        let site = try SiteOnUpstream { _ in .json(Self.none) }
        let target = "/heroes?q=\(SiteOnUpstream.encoded(typed))"
        #expect(await site.get(target).text.contains("Nothing found for"))
        _ = await site.get(target)
        #expect(site.upstream.counts.requests == 1)
    }

    @Test("a prefetched page costs no call")
    func prefetch() async throws {
        let site = try SiteOnUpstream()
        #expect(await site.get("/heroes/7-hero-7", isPrefetch: true).response.status == .forbidden)
        #expect(site.upstream.counts.requests == 0)
        _ = await site.get("/heroes/7-hero-7")
        #expect(await site.get("/heroes/7-hero-7", isPrefetch: true).response.status == .ok)
        #expect(site.upstream.counts.requests == 5)
    }

    private static let none = #"{"code":200,"data":{"offset":0,"limit":20,"total":0,"count":0,"results":[]}}"#
}
