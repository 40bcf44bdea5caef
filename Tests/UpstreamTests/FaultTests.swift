import HTTPTypes
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
            for phrase in ["Try again", "</html>"] { #expect(text.contains(phrase)) }
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
        #expect(after.text.contains("Topic of 7"))
        #expect(before.response.fields[.age] == nil)
        #expect(after.response.fields[.age] == "90000")
        await site.cached.waitUntilIdle()
        let lines = site.log.joined(separator: "\n")
        #expect(lines.contains("serving stale response"))
        expectNoKey(in: lines + after.text)
        #expect(await site.get("/heroes/7-hero-7").response.status == .ok)
    }

    @Test("an upstream that refuses connections is a 502")
    func refusedConnection() async throws {
        let site = try SiteOnUpstream(port: try RefusingPort())
        let (response, text) = await site.get("/heroes")
        #expect(response.status == .badGateway)
        expectNoKey(in: site.log.joined() + text)
    }

    private func expectNoKey(in text: String) {
        for phrase in [SiteOnUpstream.keys.public, SiteOnUpstream.keys.private] { #expect(!text.contains(phrase)) }
        #expect(!text.contains("hash="))
    }
}
