import Foundation
import Heroes
import Support
import Testing

/// Every user story in a real browser, against a running program.
@Suite("User stories in Chromium", .sharedBrowsers, .timeLimit(.minutes(30)))
struct UserStoryTests {
    @Test("a visitor browses the heroes a page at a time, by links that can be bookmarked")
    func list() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/")
            #expect(
                try await browser.number("return document.querySelectorAll('[aria-labelledby=known] .card').length")
                    == 12)
            try await browser.click("#list a[href='/heroes']")
            #expect(try await browser.arrives(at: site.url + "/heroes"))
            #expect(
                try await browser.number("return document.querySelectorAll('#list .card').length")
                    == PageRange.pageLength)
            let pages = try await browser.number(
                "return Number(document.querySelector('.paging-here').textContent.match(/of (\\d+)/)[1])")
            #expect(pages >= 3)
            let first = try await browser.text("return document.querySelector('#list .card .name').textContent")
            try await browser.click(".paging a[rel=next]")
            #expect(try await browser.arrives(at: site.url + "/heroes?page=2"))
            #expect(
                try await browser.text("return document.querySelector('.paging-here').textContent")
                    == "Page 2 of \(pages)")
            #expect(try await browser.text("return document.querySelector('#list .card .name').textContent") != first)
            try await browser.click(".paging a[rel=prev]")
            #expect(try await browser.arrives(at: site.url + "/heroes"))
            let pictures = "[...document.querySelectorAll('#list .card img')].slice(0, 5)"
            try await browser.expect("\(pictures).every(i => i.complete && i.naturalWidth > 0)")
        }
    }

    @Test("a visitor opens a hero and reads the description and the works")
    func detail() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes/1009610")
            #expect(try await browser.arrives(at: site.url + "/heroes/1009610-spider-man"))
            #expect(try await browser.text("return document.querySelector('h1').textContent") == "Spider-Man")
            #expect(
                try await browser.isTrue("return document.querySelector('.description').textContent.trim().length > 40")
            )
            for kind in ["comics", "events", "stories", "series"] {
                let items = "document.querySelectorAll('section[aria-labelledby=\(kind)-heading] .work h3').length"
                #expect(try await browser.number("return \(items)") == 3, "\(kind)")
            }
            #expect(try await browser.wait(until: "return document.querySelector('.hero-head img').naturalWidth > 0"))
            #expect(
                try await browser.isTrue("return document.querySelector('.attribution').textContent.includes('Marvel')")
            )
        }
    }

    @Test("a visitor searches by any word of a name, and the names that start with it come first")
    func search() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            try await browser.type("SPI\u{E007}", into: "#q")
            #expect(
                try await browser.wait(
                    until: "return location.search === '?q=SPI' && document.readyState === 'complete'"))
            let names = "[...document.querySelectorAll('.arrived .cards .name')].slice(0, 3).map(n => n.textContent)"
            let first = "document.querySelector('.card .name')?.textContent"
            #expect(try await browser.wait(until: "return \(first)?.startsWith('Spi')"))
            #expect(try await browser.isTrue("return \(names).length > 1 && \(names).every(n => /\\bspi/i.test(n))"))
            #expect(try await browser.text("return document.querySelector('#q').value") == "SPI")
            try await browser.open(site.url + "/heroes?q=qqqq")
            #expect(
                try await browser.isTrue("return document.querySelector('h1').textContent.includes('qqqq')"))
        }
    }

    @Test("hearts in a list and on a hero's page work without script, show on every page, and persist across a restart")
    func favourites() async throws {
        let site = try await RunningSite()
        try await withBrowser(script: false) { _, browser in try await favourites(at: site, browser) }
    }

    private func favourites(at site: RunningSite, _ browser: Browser) async throws {
        try await browser.open(site.url + "/heroes")
        let other = try await browser.text("return document.querySelector('#list .card:nth-child(2)').id")
        try await browser.click("#\(other) .heart")
        let isOtherPressed = "document.querySelector('#\(other) .heart[aria-pressed=true]') !== null"
        try await browser.expect("location.hash === '#\(other)' && \(isOtherPressed)")
        try await browser.open(site.url + "/heroes?page=2")
        let id = try await browser.text("return document.querySelector('#list .card').id")
        try await browser.click("#\(id) > a")
        try await browser.expect("document.querySelector('.hero-head .heart') !== null")
        try await browser.click(".hero-head .heart")
        let pressed = "return document.querySelector('#\(id) .heart[aria-pressed=true]') !== null"
        try await browser.expect("location.hash === '#\(id)' && document.readyState === 'complete'")
        #expect(try await browser.isTrue(pressed))
        try await browser.open(site.url + "/heroes?page=2")
        #expect(try await browser.isTrue(pressed))
        let again = try await site.restarted(["--port", String(site.url.split(separator: ":").last ?? "0")])
        try await browser.open(again.url + "/favourites")
        #expect(try await browser.isTrue(pressed))
        #expect(try await browser.isTrue("return \(isOtherPressed)"))
        #expect(try await browser.text("return document.querySelector('#favourites-count').textContent") == "2")
        for card in [id, other] { try await browser.click("#\(card) .heart") }
        try await browser.expect("document.querySelector('.empty-state') !== null")
        await again.end()
    }

    @Test("a skeleton is shown while the source is slow")
    func skeleton() async throws {
        let slow = try await SlowGateway(delay: 4000)
        try await withBrowser(at: .own(slow.options)) { site, browser in
            try await browser.addInitScript(
                """
                requestAnimationFrame(function look() {
                  if (document.querySelector('#list')) return;
                  const shape = document.querySelector('.skeleton')?.lastElementChild;
                  if (shape?.offsetHeight > 100) sessionStorage.early = 'true';
                  requestAnimationFrame(look);
                });
                """)
            try await browser.open(site.url + "/heroes")
            #expect(
                try await browser.isTrue("return sessionStorage.early === 'true'"),
                "a frame with a skeleton and no hero"
            )
            #expect(
                try await browser.number("return document.querySelectorAll('#list .card').length")
                    == PageRange.pageLength)
            #expect(
                try await browser.isTrue(
                    "return getComputedStyle(document.querySelector('.skeleton')).display === 'none'"))
            try await browser.click("#list .card > a")
            try await browser.expect("document.querySelectorAll('.works .work').length > 0")
            #expect(try await browser.number("return document.querySelectorAll('.works h2').length") >= 4)
        }
        await slow.stop()
    }
}
