import Foundation
import Heroes
import Testing

/// Visits in each engine, with and without script.
@Suite("Visits in Chromium, Firefox and WebKit", .sharedBrowsers, .timeLimit(.minutes(30)))
struct EngineTests {
    @Test(
        "a visitor browses, searches, adds and removes a favourite; Back shows the current state of each page",
        arguments: Engine.allCases)
    func visit(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            try await browser.open(site.url + "/heroes")
            #expect(
                try await browser.number("return document.querySelectorAll('#list .card').length")
                    == PageRange.pageLength)
            try await browser.click(".paging a[rel=next]")
            #expect(try await browser.arrives(at: site.url + "/heroes?page=2"))
            try await browser.type("SPIDER-M\u{E007}", into: "#q")
            try await browser.expect("location.search === '?q=SPIDER-M'")
            try await browser.expect("document.querySelector('#hero-1009610') !== null")
            try await browser.click("#hero-1009610 > a")
            try await browser.expect("document.querySelectorAll('.works .work').length > 0")
            #expect(try await browser.text("return document.querySelector('h1').textContent") == "Spider-Man")
            let pressed = "document.querySelector('#hero-1009610 [aria-pressed=true]') !== null"
            try await press(expecting: true, browser)
            try await back(to: "?q=SPIDER-M", browser)
            try await browser.expect("\(pressed) && \(Self.count) === '1'")
            try await browser.click(".favourites-link")
            #expect(try await browser.arrives(at: site.url + "/favourites"))
            #expect(try await browser.isTrue("return \(pressed) && \(Self.count) === '1'"))
            try await browser.click("#hero-1009610 > a")
            try await press(expecting: false, browser)
            try await back(to: "/favourites", browser)
            try await browser.expect("!\(pressed) && \(Self.count) === '0'")
        }
    }

    @Test(
        "without script, a visitor finds a hero by the real name, and walks on to an event and to another hero")
    func walk() async throws {
        try await withBrowser(script: false) { site, browser in
            try await browser.open(site.url + "/about")
            try await browser.type("peter parker\u{E007}", into: "#q")
            let first = "document.querySelector('.card .name')?.textContent"
            try await browser.expect("\(first)?.startsWith('Spider-Man')")
            #expect(try await browser.isTrue("return \(first).includes('as Peter Parker')"))
            try await browser.click(".card > a")
            try await browser.expect("document.querySelector('dl.facts') !== null")
            try await browser.click("[id^=events-] a")
            try await browser.expect("location.pathname.startsWith('/events/')")
            try await browser.expect("document.querySelectorAll('.card').length > 1")
            let card = try await browser.text("return document.querySelector('.card').id")
            try await browser.click("#\(card) .heart")
            let pressed = "document.querySelector('#\(card) [aria-pressed=true]') !== null"
            try await browser.expect("location.hash === '#\(card)' && \(pressed)")
            try await browser.click("#\(card) > a")
            try await browser.expect("location.pathname.startsWith('/heroes/')")
            try await browser.click(".back a")
            try await browser.expect("location.pathname.startsWith('/events/') && \(pressed)")
            try await browser.click(".works .work a")
            try await browser.expect("location.pathname.startsWith('/comics/')")
        }
    }

    private static let count = "document.querySelector('#favourites-count')?.textContent"

    /// Presses the heart on a hero's page and waits until it is on, or off.
    private func press(expecting isOn: Bool, _ browser: Browser) async throws {
        try await browser.expect("document.querySelector('.hero-head .heart') !== null")
        try await browser.click(".hero-head .heart")
        let heart = ".hero-head .heart[aria-pressed=\(isOn)]"
        try await browser.expect("document.querySelector('\(heart)') !== null && \(Browser.isIdle)")
    }

    /// Goes back to the page with this end of its path and query, with and without an entry for the heart's form.
    private func back(to end: String, _ browser: Browser) async throws {
        var steps = 0
        while try await !browser.isTrue("return (location.pathname + location.search).endsWith('\(end)')"), steps < 4 {
            try await browser.back()
            steps += 1
        }
    }

    @Test(
        "after Back and Forward, pages show the favourites added since",
        arguments: Engine.allCases)
    func heartsAfterBack(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            let pressed = "document.querySelector('#hero-1009610 [aria-pressed=true]') !== null"
            try await browser.open(site.url + "/heroes?q=spider-man")
            try await browser.click("#hero-1009610 > a")
            try await browser.expect("document.querySelectorAll('.works .work').length > 0")
            try await browser.back()
            try await browser.expect("location.search === '?q=spider-man' && !\(pressed)")
            try await browser.click("#hero-1009610 .heart")
            try await browser.expect("\(pressed) && \(Self.count) === '1' && \(Browser.isIdle)")
            try await browser.forward()
            try await browser.expect("location.search === '' && \(pressed) && \(Self.count) === '1'")
            try await browser.click(".favourites-link")
            #expect(try await browser.arrives(at: site.url + "/favourites"))
            try await browser.click(".menu a[href='/heroes']")
            #expect(try await browser.arrives(at: site.url + "/heroes"))
            try await browser.click("#list .card:nth-child(2) .heart")
            try await browser.expect("\(Self.count) === '2' && \(Browser.isIdle)")
            try await browser.back()
            let cards = "document.querySelectorAll('.card').length"
            try await browser.expect("location.pathname === '/favourites' && \(Self.count) === '2' && \(cards) === 2")
        }
    }

    @Test(
        "after Back, a page of favourites no longer shows a hero that moved to another page",
        arguments: Engine.allCases)
    func movedAfterBack(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            for (page, count) in [(1, PageRange.pageLength), (2, 2)] {
                try await browser.open(site.url + "/heroes?page=\(page)")
                _ = try await browser.run(
                    """
                    for (const heart of [...document.querySelectorAll('.heart')].slice(0, \(count))) {
                      const request = new XMLHttpRequest();
                      request.open('POST', heart.formAction, false);
                      request.setRequestHeader('content-type', 'application/x-www-form-urlencoded');
                      request.send('action=add');
                    }
                    """)
            }
            try await browser.open(site.url + "/favourites?page=2")
            let moved = try await browser.text("return document.querySelector('.card').id")
            let staying = try await browser.text("return document.querySelector('.card:nth-child(2)').id")
            try await browser.click("#\(staying) > a")
            try await browser.expect("document.querySelector('.hero-head .heart') !== null")
            try await browser.click(".favourites-link")
            #expect(try await browser.arrives(at: site.url + "/favourites"))
            try await browser.click(".card .heart")
            try await browser.expect("\(Self.count) === '\(PageRange.pageLength + 1)' && \(Browser.isIdle)")
            try await back(to: "?page=2", browser)
            let isPressed = "document.querySelector('#\(staying) [aria-pressed=true]') !== null"
            #expect(
                try await browser.wait(
                    until:
                        "return document.querySelector('#\(moved)') === null && \(isPressed) && \(Self.count) === '\(PageRange.pageLength + 1)'"
                )
            )
        }
    }

    @Test("a link to a team that is not cached leads to it, in Chromium without script", arguments: Engine.allCases)
    func shell(_ engine: Engine) async throws {
        let slow = try await SlowGateway(delay: 500)
        try await withBrowser(engine, script: engine != .chromium, at: .own(slow.options)) { site, browser in
            try await browser.open(site.url + "/heroes/1009664-thor")
            try await browser.click(".facts a[href^='/teams/']")
            try await browser.expect("document.querySelectorAll('.arrived .works .card').length > 0")
            try await browser.expect("document.querySelector('.site-footer') !== null")
            #expect(try await browser.number("return document.querySelector('.skeleton h1').offsetHeight") == 0)
            let slots =
                "[...document.querySelectorAll('.arrived .works')].map(part => part.assignedSlot?.name === part.slot)"
            #expect(try await browser.isTrue("return \(slots).every(isInPlace => isInPlace)"))
        }
        await slow.stop()
    }

    @Test("the layout does not shift while pictures load", arguments: Engine.allCases)
    func layoutShift(_ engine: Engine) async throws {
        try await withBrowser(engine, at: .instrumented) { site, browser in
            for path in ["/heroes", "/heroes/1009610-spider-man", "/events/238-civil-war", "/series"] {
                try await browser.open(site.url + path)
                try await browser.expect("window.heights?.read > 0 && heights.whole > 0")
                let difference = try await browser.text(
                    """
                    const count = name => document.querySelectorAll(name).length;
                    return heights.read === heights.whole ? '' : `${JSON.stringify(heights)} in ${innerWidth}×${innerHeight}, \
                    ${count('.card, .work')} of ${document.documentElement.outerHTML.length} characters`
                    """)
                #expect(difference == "", "\(path)")
                let gaps = """
                    [...document.querySelectorAll('.card > a')].map(link => link.querySelector('.name')
                      .getBoundingClientRect().top - link.querySelector('.portrait').getBoundingClientRect().bottom)
                    """
                #expect(try await browser.isTrue("return \(gaps).every(gap => Math.abs(gap) < 1)"), "\(path)")
            }
        }
    }
}
