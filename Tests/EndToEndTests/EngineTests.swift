import Foundation
import Testing

/// One visit from beginning to end in each engine, with and without script.
@Suite("A visit in Chromium, Firefox and WebKit", .serialized, .timeLimit(.minutes(5)))
struct EngineTests {
    struct Case: CustomTestStringConvertible {
        let engine: Engine
        let script: Bool

        static let all = Engine.allCases.flatMap { [Case(engine: $0, script: true), Case(engine: $0, script: false)] }

        var testDescription: String { "\(engine.rawValue), \(script ? "with" : "without") script" }
    }

    private func visit(_ example: Case, _ steps: (RunningSite, Browser) async throws -> Void) async throws {
        let site = try await RunningSite()
        let browser = try await Browser(example.engine, script: example.script)
        do {
            try await steps(site, browser)
        } catch {
            await browser.close()
            _ = await site.program.stop()
            throw error
        }
        await browser.close()
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    @Test("a visitor browses, searches, reads and keeps a hero", arguments: Case.all)
    func visit(_ example: Case) async throws {
        try await visit(example) { site, browser in
            try await browser.open(site.url + "/heroes")
            #expect(try await browser.number("return document.querySelectorAll('#heroes .card').length") == 20)
            try await browser.click(".paging a[rel=next]")
            #expect(try await browser.arrives(at: site.url + "/heroes?page=2"))
            try await browser.type("SPIDER-M\u{E007}", into: "#q")
            #expect(try await browser.wait(until: "return location.search === '?q=SPIDER-M'"))
            #expect(try await browser.wait(until: "return document.querySelector('#hero-1009610') !== null"))
            try await browser.click("#hero-1009610 .card-link")
            #expect(try await browser.wait(until: "return document.querySelectorAll('.works').length === 4"))
            #expect(try await browser.text("return document.querySelector('h1').textContent") == "Spider-Man")
            try await browser.click(".hero-head .heart button")
            let pressed = "return document.querySelector('#hero-1009610 [aria-pressed=true]') !== null"
            #expect(try await browser.wait(until: pressed))
            try await browser.click(".kept")
            #expect(try await browser.arrives(at: site.url + "/favourites"))
            #expect(try await browser.holds(pressed))
            #expect(try await browser.text("return document.querySelector('#kept-count').textContent") == "1")
        }
    }

    @Test("a heart switched on at the hero's page is on after Back", arguments: Case.all)
    func heartAfterBack(_ example: Case) async throws {
        try await visit(example) { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            let id = try await browser.text("return document.querySelector('#heroes .card').id")
            try await browser.click("#\(id) .card-link")
            #expect(try await browser.wait(until: "return document.querySelector('.hero-head .heart') !== null"))
            try await browser.click(".hero-head .heart button")
            let pressed = "return document.querySelector('#\(id) [aria-pressed=true]') !== null"
            #expect(try await browser.wait(until: pressed))
            var steps = 0
            while try await browser.text("return location.search") != "?page=2", steps < 3 {
                try await browser.back()
                steps += 1
            }
            // Without script no page can know in WebKit's memory that it is old.
            let isKnownStale = example.engine == .webKit && !example.script
            #expect(
                try await isKnownStale
                    ? browser.holds("return location.search === '?page=2'")
                    : browser.wait(until: pressed))
        }
    }
}
