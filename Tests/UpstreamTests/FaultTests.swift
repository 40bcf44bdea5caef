import HTTPTypes
import Heroes
import Support
import Testing

@Suite struct FaultTests {
    @Test(
        "with a cold cache, every fault has its status, an error page, a log line, and no key anywhere",
        arguments: Fault.all)
    func cold(fault: Fault) async throws {
        let site = try SiteOnUpstream(timeout: fault.timeout)
        site.setFault(fault.response)
        let (response, text) = await site.get("/heroes/7-hero-7")
        #expect(response.status.code == fault.status)
        #expect(text.contains("<h1>"))
        #expect(response.fields[.retryAfter] == fault.retryAfter)
        let lines = site.log.joined(separator: "\n")
        #expect(lines.contains(fault.cause))
        expectNoKey(in: lines + text + "\(response.fields)")
        let calls = site.cached.metrics.calls.filter { $0.value > 0 }
        #expect(Array(calls.keys) == [fault.outcome])
    }

    @Test(
        "when streaming has begun, the page ends with an error box and a retry link", arguments: Fault.all)
    func streamed(fault: Fault) async throws {
        for target in ["/heroes", "/heroes/7-hero-7", "/heroes/7-hero-7/comics"] {
            // A cached failure of one page could be served for the next before it is streamed.
            let site = try SiteOnUpstream(timeout: fault.timeout, patience: .zero)
            // A page waits for the hero that it is about, so only one about a known hero is streamed.
            if target != "/heroes" { _ = await site.get("/heroes") }
            let gate = Gate()
            site.setFault(.when(gate, fault.response))
            let (response, text) = await site.get(target) { gate.open() }
            #expect(response.status == .ok)
            #expect(text.contains("Try again") && text.contains("</html>"))
            // The page of a hero lacks only its topics.
            let isFailure = !target.hasSuffix("hero-7")
            #expect(text.contains("<meta name=\"robots\" content=\"noindex\">") == isFailure)
            expectNoKey(in: text + site.log.joined())
        }
    }

    @Test("with a warm cache, the stale page is served with its age, and the fault is logged", arguments: Fault.all)
    func warm(fault: Fault) async throws {
        let site = try SiteOnUpstream(timeout: fault.longerTimeout)
        let before = await site.get("/heroes/7-hero-7")
        #expect(before.response.status == .ok)
        site.setFault(fault.response)
        site.clock.advance(by: 25 * 60 * 60)
        let after = await site.get("/heroes/7-hero-7")
        #expect(after.response.status == .ok)
        #expect(after.text.contains("Work of 7"))
        #expect(before.response.fields[.age] == nil && after.response.fields[.age] == "90000")
        await site.cached.waitUntilIdle()
        let lines = site.log.joined(separator: "\n")
        #expect(lines.contains("serving stale response"))
        expectNoKey(in: lines + after.text)
        #expect(await site.get("/heroes/7-hero-7").response.status == .ok)
    }

    @Test("the next request after recovery succeeds", arguments: Fault.all)
    func recovery(fault: Fault) async throws {
        let site = try SiteOnUpstream(timeout: fault.longerTimeout)
        site.setFault(fault.response)
        // One is enough of those that take until the timeout.
        for id in 1...(fault.status == 504 ? 1 : 3) { _ = await site.get("/heroes/\(id)-hero-\(id)") }
        // A failed page leaves calls of its sections in flight.
        await site.cached.waitUntilIdle()
        site.clock.advance(by: max(fault.pause, 5))
        site.setFault(nil)
        let (response, text) = await site.get("/heroes/9-hero-9")
        #expect(response.status == .ok)
        for section in TopicKind.allCases {
            #expect(text.contains("id=\"\(section.rawValue)\"") || text.contains("Work of 9"))
        }
        #expect(!site.cached.metrics.isOpen)
        #expect(await site.get("/heroes/1-hero-1").response.status == .ok)
    }

    @Test("an upstream that refuses connections is a 502")
    func refusedConnection() async throws {
        let site = try SiteOnUpstream(port: try RefusingPort())
        let (response, text) = await site.get("/heroes")
        #expect(response.status == .badGateway)
        expectNoKey(in: site.log.joined() + text)
    }

    @Test("during an outage of a minute cached pages are served at once, and all pages after it")
    func outage() async throws {
        let site = try SiteOnUpstream()
        #expect(await site.get("/heroes/7-hero-7").response.status == .ok)
        site.clock.advance(by: 25 * 60 * 60)
        site.setFault(.reset())
        for second in 0..<60 {
            #expect(await site.get("/heroes/7-hero-7").response.status == .ok)
            if second % 10 == 0 { #expect(await site.get("/heroes/\(100 + second)").response.status == .badGateway) }
            site.clock.advance(by: 1)
        }
        #expect(site.cached.metrics.isOpen)
        #expect(site.log.contains { $0.contains("source down") })
        // A failure that arrives later would pause the source for longer.
        await site.cached.waitUntilIdle()
        let calls = site.upstream.counts.requests
        site.setFault(nil)
        site.clock.advance(by: 5)
        #expect(await site.get("/heroes/200-hero-200").response.status == .ok)
        await site.cached.waitUntilIdle()
        #expect(site.upstream.counts.requests > calls)
        #expect(site.log.contains("source recovered, circuit breaker closed"))
        site.clock.advance(by: 60)
        _ = await site.get("/heroes/7-hero-7")
        await site.cached.waitUntilIdle()
        #expect(try await site.cached.topics(.comics, of: .hero(7), PageRange(limit: 3)).age == 0)
    }

    private func expectNoKey(in text: String) {
        #expect(!text.contains(SiteOnUpstream.keys.public) && !text.contains(SiteOnUpstream.keys.private))
        #expect(!text.contains("hash="))
    }
}
