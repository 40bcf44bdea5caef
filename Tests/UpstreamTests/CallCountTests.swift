import HTTPTypes
import Heroes
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct CallCountTests {
    @Test(
        "a thousand visitors who ask for the same cold page at once cost the calls of one",
        arguments: [("/heroes", 1), ("/heroes?q=hero", 1), ("/heroes/7-hero-7", 5), ("/heroes/7-hero-7/comics", 2)])
    func crowd(target: String, calls: Int) async throws {
        let gate = Gate()
        let site = try SiteOnUpstream { .when(gate, .right($0)) }
        await withTaskGroup(of: HTTPResponse.Status.self) { group in
            for _ in 0..<1000 { group.addTask { await site.get(target).response.status } }
            // All have asked all that they ask before the upstream has answered anything.
            while site.asked < 1000 * calls, !Task.isCancelled { await Task.yield() }
            gate.open()
            for await status in group { #expect(status == .ok) }
        }
        #expect(site.upstream.counts.requests == calls)
        #expect(site.cached.metrics.callCount == calls)
        _ = await site.get(target)
        #expect(site.upstream.counts.requests == calls)
    }

    @Test("heroes who were seen in a list cost no call of their own: their pages ask for the four sections only")
    func seen() async throws {
        let site = try SiteOnUpstream()
        _ = await site.get("/heroes")
        let text = await site.get("/heroes/7-hero-7").text
        #expect(text.contains("<h1 class=\"name\">Hero 7</h1>"))
        #expect(site.upstream.counts.requests == 5)
        #expect(!site.upstream.requests.contains { $0.target.hasPrefix("/v1/public/characters/7?") })
    }

    @Test(
        "a search of nobody costs four calls at most, and none when it is made again",
        arguments: ["zzz", "the zzzman", "mr. x-ray", "ÄÖÜ", "ms zzz zzz", "1", "-", "zz top boy"])
    func nobody(typed: String) async throws {
        let site = try SiteOnUpstream { _ in .json(Self.none) }
        let target = "/heroes?q=\(SiteOnUpstream.encoded(typed))"
        #expect(await site.get(target).text.contains("Nobody’s name starts with"))
        #expect((1...4).contains(site.upstream.counts.requests))
        let asked = site.upstream.counts.requests
        _ = await site.get(target)
        #expect(site.upstream.counts.requests == asked)
    }

    @Test("a hero who does not exist costs one call in ten minutes")
    func absent() async throws {
        let site = try SiteOnUpstream { _ in
            .json(#"{"code":404,"status":"We couldn't find that character"}"#, status: 404)
        }
        for _ in 1...5 { #expect(await site.get("/heroes/7").response.status == .notFound) }
        // The page asks for the sections beside the hero, and each of them is as absent.
        let asked = site.upstream.counts.requests
        #expect(asked <= 5)
        site.clock.advance(by: 10 * 60 - 1)
        _ = await site.get("/heroes/7")
        #expect(site.upstream.counts.requests == asked)
        site.clock.advance(by: 1)
        _ = await site.get("/heroes/7")
        #expect(site.upstream.counts.requests > asked)
    }

    @Test("a page that is fetched ahead costs nothing")
    func ahead() async throws {
        let site = try SiteOnUpstream()
        #expect(await site.get("/heroes/7-hero-7", ahead: true).response.status == .forbidden)
        #expect(site.upstream.counts.requests == 0)
        _ = await site.get("/heroes/7-hero-7")
        #expect(await site.get("/heroes/7-hero-7", ahead: true).response.status == .ok)
        #expect(site.upstream.counts.requests == 5)
    }

    private static let none = #"{"code":200,"data":{"offset":0,"limit":20,"total":0,"count":0,"results":[]}}"#
}
