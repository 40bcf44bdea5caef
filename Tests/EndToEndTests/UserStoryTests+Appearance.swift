import Foundation
import Support
import Testing

/// The appearance of pages with unusual texts, scripts, colours or sizes.
extension UserStoryTests {
    @Test("right-to-left names and texts are displayed as such, and hearts do not overlap them")
    func rightToLeft() async throws {
        let heroes = try UnusualHeroes()
        try await withBrowser(at: .own(heroes.options), width: 360) { site, browser in
            let direction = { (selector: String) in
                try await browser.text("return getComputedStyle(document.querySelector('\(selector)')).direction")
            }
            try await browser.open(site.url + "/heroes")
            #expect(try await direction("#hero-4 .name") == "rtl")
            #expect(try await direction("#hero-5 .name") == "ltr")
            #expect(try await direction("#list") == "ltr")
            let isSeparate = """
                return [...document.querySelectorAll('#list .card')].every(card => {
                  const text = document.createRange();
                  text.selectNodeContents(card.querySelector('.name'));
                  const [name, heart] = [text, card.querySelector('.heart')].map(box => box.getBoundingClientRect());
                  return name.right <= heart.left || heart.right <= name.left;
                });
                """
            #expect(try await browser.isTrue(isSeparate))
            try await browser.open(site.url + UnusualHeroes.rightToLeft)
            try await browser.expect("document.querySelector('.hero-head .name') !== null")
            #expect(try await direction("h1") == "rtl")
            #expect(try await direction(".description") == "rtl")
            #expect(try await direction(".back") == "ltr")
            try await browser.type("الرجل", into: "#q")
            #expect(try await direction("#q") == "rtl")
        }
    }

    @Test("the link to the next hero is aligned to the end of its line, below the link back on a phone")
    func nextLink() async throws {
        try await withBrowser(width: 360) { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            try await browser.click("#list .card:nth-child(2) > a")
            try await browser.expect("document.querySelector('.neighbour[rel=next]') !== null")
            let boxes = """
                const box = selector => document.querySelector('.back ' + selector).getBoundingClientRect();
                const end = document.querySelector('.back').getBoundingClientRect().right;
                """
            #expect(try await browser.isTrue(boxes + "return box('[rel=next]').top > box('a').top"))
            #expect(try await browser.isTrue(boxes + "return Math.abs(box('[rel=next]').right - end) < 1"))
            #expect(try await browser.isTrue(boxes + "return box('a').left < 20"))
        }
    }

    @Test("a toast covers no content at the end of a page", arguments: [360, 1280])
    func toast(_ width: Int) async throws {
        try await withBrowser(width: width) { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run("document.querySelector('#list .heart').click()")
            try await browser.expect("document.querySelector('[aria-pressed=true]') !== null")
            _ = try await browser.run("document.querySelector('#list .heart').click()")
            try await browser.expect("document.querySelector('.toast') !== null")
            _ = try await browser.run("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
            let gap = """
                const edge = (name, side) => document.querySelector(name).getBoundingClientRect()[side];
                return edge('.toast', 'top') - edge('.site-footer p', 'bottom');
                """
            #expect(try await browser.number(gap) > 0)
        }
    }

    @Test("with forced colours, controls and messages have borders")
    func forcedColours() async throws {
        try await withBrowser { site, browser in
            try await browser.emulateMedia("forced-colors", "active")
            let edge = { (selector: String) in
                try await browser.text(
                    """
                    const style = getComputedStyle(document.querySelector('\(selector)'));
                    return style.borderTopColor === style.backgroundColor ? 'invisible' : style.borderTopStyle
                    """)
            }
            try await browser.open(site.url + "/heroes")
            try await browser.click("#list .heart")
            try await browser.expect("document.querySelector('[aria-pressed=true]') !== null")
            try await browser.click("#list .heart[aria-pressed=true]")
            try await browser.expect("document.querySelector('.toast') !== null")
            for selector in [".toast", ".search", ".search button", ".paging a", ".skip"] {
                #expect(try await edge(selector) == "solid", "\(selector)")
            }
            try await browser.open(site.url + "/favourites")
            #expect(try await edge(".button") == "solid")
            try await browser.open(site.url + "/heroes/a-z/s")
            #expect(try await edge(".letters [aria-current]") == "solid")
            #expect(try await edge(".letters a:not([aria-current])") == "none")
        }
    }

    @Test("at twice the text size the search field has room, and words do not break, on a narrow phone")
    func bigText() async throws {
        try await withBrowser(width: 320) { site, browser in
            for path in ["/heroes", "/heroes/1009610-spider-man", "/favourites"] {
                try await browser.open(site.url + path)
                _ = try await browser.run("document.documentElement.style.fontSize = '200%'")
                #expect(try await browser.number("return document.documentElement.scrollWidth") <= 320, "\(path)")
                #expect(try await browser.number("return document.querySelector('#q').clientWidth") > 200, "\(path)")
                let lines = "return document.querySelector('.favourites-label').getClientRects().length"
                let height = "return document.querySelector('.favourites-label').offsetHeight"
                #expect(try await browser.number(lines) == 1)
                #expect(try await browser.number(height) < 60, "\(path)")
            }
        }
    }

    /// Returns a response with one record, which is a hero or a work depending on the request.
    private static func envelope(_ members: String) -> LoopbackUpstream.Reply {
        .json(
            """
            {"code":200,"status":"Ok","etag":"1","data":{"offset":0,"limit":20,"total":1,"count":1,
            "results":[{"id":1,"name":"X","title":"X",\(members)}]}}
            """)
    }

    @Test("a picture that cannot be loaded looks like the placeholder")
    func unreachablePictures() async throws {
        let refusing = try RefusingPort()
        let source = try LoopbackUpstream { _, _ in
            let picture = "{\"path\":\"http://i.annihil.us/u/prod/marvel/i/mg/c/e0/1\",\"extension\":\"jpg\"}"
            return Self.envelope("\"thumbnail\":\(picture)")
        }
        let options = ["--source", source.url, "--image-host", refusing.url + "/u", "HEROES_TEST_PATIENCE=10000"]
        try await withBrowser(at: .own(options), console: ["ERR_CONNECTION_REFUSED"]) { site, browser in
            let isLoaded = "return document.readyState === 'complete' && document.querySelector('.portrait').complete"
            try await browser.open(site.url + "/heroes")
            #expect(try await browser.wait(until: isLoaded))
            try await expectPlaceholder([".card .portrait"], browser)
            try await browser.open(site.url + "/heroes/1-x")
            try await browser.expect("document.querySelector('.work .picture') !== null")
            try await expectPlaceholder([".hero-head .portrait", ".work .picture"], browser)
        }
    }

    /// Expects pictures in place of which the placeholder is shown.
    private func expectPlaceholder(_ selectors: [String], _ browser: Browser) async throws {
        for selector in selectors {
            let cover = """
                return getComputedStyle(document.querySelector('\(selector)')).content.includes('placeholder');
                """
            #expect(try await browser.isTrue(cover), "\(selector)")
        }
    }

    @Test("names of related heroes do not break within words", arguments: [360, 700, 1100, 1280])
    func relatedNames(_ width: Int) async throws {
        try await withBrowser(width: width) { site, browser in
            try await browser.open(site.url + "/heroes/1009718-wolverine")
            try await browser.expect("document.querySelectorAll('.shelf .card .name').length > 15")
            let broken = """
                return [...document.querySelectorAll('.shelf .card .name')].flatMap(({ firstChild: text }) =>
                  [...text.data.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
                    const range = document.createRange();
                    range.setStart(text, index);
                    range.setEnd(text, index + word.length);
                    return range.getClientRects().length > 1;
                  }).map(([word]) => word)).join();
                """
            #expect(try await browser.text(broken) == "")
        }
    }
}
