import HTTPTypes
import Heroes
import Support
import Testing

@Suite struct FaultTests {
    @Test(
        "cold, every fault has its status, a page that says so, a line in the log, and no key anywhere",
        arguments: Fault.all)
    func cold(fault: Fault) async throws {
        let site = try SiteOnUpstream(timeout: fault.timeout)
        site.go(wrong: fault.answer)
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

    @Test("cold and begun already, the page ends with a readable box and the way to try again", arguments: Fault.all)
    func streamed(fault: Fault) async throws {
        for target in ["/heroes", "/heroes/7-hero-7", "/heroes/7-hero-7/comics"] {
            // What one page was told could answer the next before that has begun.
            let site = try SiteOnUpstream(timeout: fault.timeout, patience: .zero)
            let gate = Gate()
            site.go(wrong: .when(gate, fault.answer))
            let (response, text) = await site.get(target) { gate.open() }
            #expect(response.status == .ok)
            #expect(text.contains("Try again") && text.contains("</html>"))
            #expect(text.contains("<meta name=\"robots\" content=\"noindex\">"))
            expectNoKey(in: text + site.log.joined())
        }
    }

    @Test("warm, no fault is seen: the old page is given, with its age, and the log tells of it", arguments: Fault.all)
    func warm(fault: Fault) async throws {
        let site = try SiteOnUpstream(timeout: fault.longerTimeout)
        let before = await site.get("/heroes/7-hero-7")
        #expect(before.response.status == .ok)
        site.go(wrong: fault.answer)
        site.clock.advance(by: 25 * 60 * 60)
        let after = await site.get("/heroes/7-hero-7")
        #expect(after.response.status == .ok)
        #expect(after.text.contains("Work of 7"))
        #expect(before.response.fields[.age] == nil && after.response.fields[.age] == "90000")
        await site.cached.settle()
        #expect(site.cached.metrics.revalidations[.failed] ?? 0 > 0)
        let lines = site.log.joined(separator: "\n")
        #expect(lines.contains("serving a stale answer"))
        expectNoKey(in: lines + after.text)
        #expect(await site.get("/heroes/7-hero-7").response.status == .ok)
    }

    @Test("the next question after recovery is answered as if nothing had been", arguments: Fault.all)
    func recovery(fault: Fault) async throws {
        let site = try SiteOnUpstream(timeout: fault.longerTimeout)
        site.go(wrong: fault.answer)
        for id in 1...3 { _ = await site.get("/heroes/\(id)-hero-\(id)") }
        // A page that failed leaves calls of its sections under way.
        await site.cached.settle()
        site.clock.advance(by: fault.rest)
        site.go(wrong: nil)
        let (response, text) = await site.get("/heroes/9-hero-9")
        #expect(response.status == .ok)
        for section in WorkKind.allCases {
            #expect(text.contains("id=\"\(section.rawValue)\"") || text.contains("Work of 9"))
        }
        #expect(site.cached.metrics.breaker == .closed)
        #expect(await site.get("/heroes/1-hero-1").response.status == .ok)
    }

    @Test("an upstream that fails inside once is well at the next question")
    func once() async throws {
        let site = try SiteOnUpstream()
        site.go(wrong: .text("", status: 500))
        #expect(await site.get("/heroes/7-hero-7").response.status == .badGateway)
        site.go(wrong: nil)
        #expect(await site.get("/heroes/7-hero-7").response.status == .ok)
    }

    @Test("an upstream that refuses is broken")
    func refuses() async throws {
        let site = try SiteOnUpstream(port: try RefusingPort())
        let (response, text) = await site.get("/heroes")
        #expect(response.status == .badGateway)
        expectNoKey(in: site.log.joined() + text)
    }

    @Test("while it is dead for a minute, what is kept is there at once, and afterwards everything is")
    func deadForAMinute() async throws {
        let site = try SiteOnUpstream()
        #expect(await site.get("/heroes/7-hero-7").response.status == .ok)
        site.clock.advance(by: 25 * 60 * 60)
        site.go(wrong: .reset())
        for second in 0..<60 {
            #expect(await site.get("/heroes/7-hero-7").response.status == .ok)
            if second % 10 == 0 { #expect(await site.get("/heroes/\(100 + second)").response.status == .badGateway) }
            site.clock.advance(by: 1)
        }
        #expect(site.cached.metrics.breaker == .open)
        #expect(site.log.contains { $0.contains("the source counts as down") })
        let asked = site.upstream.counts.requests
        site.go(wrong: nil)
        #expect(await site.get("/heroes/200-hero-200").response.status == .ok)
        await site.cached.settle()
        #expect(site.upstream.counts.requests > asked)
        #expect(site.log.contains("the source is back"))
        site.clock.advance(by: 60)
        _ = await site.get("/heroes/7-hero-7")
        await site.cached.settle()
        #expect(try await site.cached.works(.comics, of: 7, PageRange(limit: 3)).age == 0)
    }

    @Test("what is kept on disk and how it is named tells no key")
    func disk() async throws {
        let folder = try TemporaryFolder()
        let site = try SiteOnUpstream(folder: folder.path)
        _ = await site.get("/heroes/7-hero-7")
        _ = await site.get("/heroes?q=spi")
        await site.cached.settle()
        let files = try Files.all(in: folder.path)
        #expect(files.contains { $0.text.contains("spi") })
        for (name, text) in files { expectNoKey(in: name + text) }
    }

    private func expectNoKey(in text: String) {
        #expect(!text.contains(SiteOnUpstream.keys.public) && !text.contains(SiteOnUpstream.keys.private))
        #expect(!text.contains("hash=") || text.contains("parameter hash=x"))
    }
}
