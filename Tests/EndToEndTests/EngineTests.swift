import Foundation
import Testing

/// One visit from beginning to end in each engine, with and without script.
@Suite("A visit in Chromium, Firefox and WebKit", .serialized, .sharedBrowsers, .timeLimit(.minutes(10)))
struct EngineTests {
    struct Case: CustomTestStringConvertible {
        let engine: Engine
        let script: Bool

        static let all = Engine.allCases.flatMap { [Case(engine: $0, script: true), Case(engine: $0, script: false)] }

        var testDescription: String { "\(engine.rawValue), \(script ? "with" : "without") script" }
    }

    @Test("a visitor browses, searches, reads and keeps a hero", arguments: Case.all)
    func visit(_ example: Case) async throws {
        try await story(example.engine, script: example.script) { site, browser in
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
        try await story(example.engine, script: example.script) { site, browser in
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
            #expect(try await browser.wait(until: pressed))
        }
    }

    @Test("a hero removed at their page is gone from the favourites after Back", arguments: Case.all)
    func removedAfterBack(_ example: Case) async throws {
        try await story(example.engine, script: example.script) { site, browser in
            let hero = ".hero-head .heart [aria-pressed"
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            try await browser.click(".hero-head .heart button")
            #expect(try await browser.wait(until: "return document.querySelector('\(hero)=true]') !== null"))
            try await browser.open(site.url + "/favourites")
            try await browser.click("#hero-1009610 .card-link")
            #expect(try await browser.wait(until: "return document.querySelector('\(hero)=true]') !== null"))
            try await browser.click(".hero-head .heart button")
            #expect(try await browser.wait(until: "return document.querySelector('\(hero)=false]') !== null"))
            var steps = 0
            while try await browser.text("return location.pathname") != "/favourites", steps < 3 {
                try await browser.back()
                steps += 1
            }
            let isGone = "document.querySelector('#hero-1009610 [aria-pressed=true]') === null"
            let count = "document.querySelector('#kept-count')?.textContent"
            #expect(
                try await browser.wait(
                    until: "return location.pathname === '/favourites' && \(isGone) && \(count) === '0'"))
        }
    }

    @Test("hearts are right after Back to favourites, and after Forward to a hero", arguments: Engine.allCases)
    func heartsBothWays(_ engine: Engine) async throws {
        try await story(engine) { site, browser in
            let count = "document.querySelector('#kept-count').textContent"
            let pressed = "document.querySelector('#hero-1009610 [aria-pressed=true]') !== null"
            let released = "document.querySelector('#hero-1009610 [aria-pressed=false]') !== null"
            try await browser.open(site.url + "/heroes?q=spider-man")
            try await browser.click("#hero-1009610 .card-link")
            #expect(try await browser.wait(until: "return document.querySelectorAll('.works').length === 4"))
            try await browser.back()
            #expect(try await browser.wait(until: "return location.search === '?q=spider-man' && \(released)"))
            try await browser.click("#hero-1009610 .heart button")
            #expect(try await browser.wait(until: "return \(pressed) && \(count) === '1'"))
            try await browser.forward()
            #expect(
                try await browser.wait(until: "return location.search === '' && \(pressed) && \(count) === '1'"))
            try await browser.open(site.url + "/favourites")
            try await browser.click("#hero-1009610 .card-link")
            #expect(try await browser.wait(until: "return document.querySelector('.hero-head .heart') !== null"))
            try await browser.click(".hero-head .heart button")
            #expect(try await browser.wait(until: "return \(released) && \(count) === '0'"))
            try await browser.back()
            #expect(
                try await browser.wait(
                    until: "return location.pathname === '/favourites' && !\(pressed) && \(count) === '0'"))
        }
    }

    @Test("what was added meanwhile is among the favourites after Back", arguments: Engine.allCases)
    func addedAfterBack(_ engine: Engine) async throws {
        try await story(engine) { site, browser in
            let count = "document.querySelector('#kept-count')?.textContent"
            try await browser.open(site.url + "/heroes")
            try await browser.click("#heroes .card:nth-child(1) .heart button")
            #expect(try await browser.wait(until: "return \(count) === '1'"))
            try await browser.click(".kept")
            #expect(try await browser.arrives(at: site.url + "/favourites"))
            try await browser.click(".brand")
            #expect(try await browser.arrives(at: site.url + "/heroes"))
            try await browser.click("#heroes .card:nth-child(2) .heart button")
            #expect(try await browser.wait(until: "return \(count) === '2'"))
            try await browser.back()
            let cards = "document.querySelectorAll('.card').length"
            #expect(
                try await browser.wait(
                    until: "return location.pathname === '/favourites' && \(count) === '2' && \(cards) === 2"))
        }
    }

    @Test(
        "a hero that moved to another page of favourites is gone from the page it was on after Back",
        arguments: Case.all)
    func movedAfterBack(_ example: Case) async throws {
        try await story(example.engine, script: example.script) { site, browser in
            for (page, count) in [(1, 20), (2, 2)] {
                try await browser.open(site.url + "/heroes?page=\(page)")
                _ = try await browser.run(
                    """
                    for (const form of [...document.querySelectorAll('form.heart')].slice(0, \(count))) {
                      const request = new XMLHttpRequest();
                      request.open('POST', form.getAttribute('action'), false);
                      request.setRequestHeader('content-type', 'application/x-www-form-urlencoded');
                      request.send('action=add');
                    }
                    """)
            }
            try await browser.open(site.url + "/favourites?page=2")
            let moved = try await browser.text("return document.querySelector('.card').id")
            let staying = try await browser.text("return document.querySelector('.card:nth-child(2)').id")
            try await browser.click("#\(staying) .card-link")
            #expect(try await browser.wait(until: "return document.querySelector('.hero-head .heart') !== null"))
            try await browser.click(".kept")
            #expect(try await browser.arrives(at: site.url + "/favourites"))
            try await browser.click(".card .heart button")
            let count = "document.querySelector('#kept-count')?.textContent"
            #expect(try await browser.wait(until: "return \(count) === '21'"))
            var steps = 0
            while try await browser.text("return location.search") != "?page=2", steps < 4 {
                try await browser.back()
                steps += 1
            }
            let isPressed = "document.querySelector('#\(staying) [aria-pressed=true]') !== null"
            #expect(
                try await browser.wait(
                    until: "return document.querySelector('#\(moved)') === null && \(isPressed) && \(count) === '21'"))
        }
    }

    @Test("nothing moves while pictures arrive", arguments: Engine.allCases)
    func stillness(_ engine: Engine) async throws {
        let watched = try WatchedSite()
        try await story(engine, options: watched.options) { site, browser in
            for path in ["/heroes", "/heroes/1009610-spider-man", "/heroes/1009610-spider-man/comics"] {
                try await browser.open(site.url + path)
                #expect(try await browser.wait(until: "return window.heights?.read > 0 && heights.whole > 0"))
                let told = try await browser.text(
                    """
                    const count = name => document.querySelectorAll(name).length;
                    return heights.read === heights.whole ? '' : `${JSON.stringify(heights)} in ${innerWidth}×${innerHeight}, \
                    ${count('.card, .work')} of ${document.documentElement.outerHTML.length} characters`
                    """)
                #expect(told == "", "\(path)")
                let gaps = """
                    [...document.querySelectorAll('.card-link')].map(link => link.querySelector('.name')
                      .getBoundingClientRect().top - link.querySelector('.portrait').getBoundingClientRect().bottom)
                    """
                #expect(try await browser.holds("return \(gaps).every(gap => Math.abs(gap) < 1)"), "\(path)")
            }
        }
    }
}
