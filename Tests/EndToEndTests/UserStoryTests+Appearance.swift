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

    @Test("the link to the next hero is aligned to the end of its line, also if it wraps on a phone")
    func nextLink() async throws {
        try await withBrowser(width: 360) { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            try await browser.click("#list .card:nth-child(2) > a")
            try await browser.expect("document.querySelector('.neighbour[rel=next]') !== null")
            let boxes = """
                const box = selector => document.querySelector('.back ' + selector).getBoundingClientRect();
                const end = document.querySelector('.back').getBoundingClientRect().right;
                """
            #expect(try await browser.isTrue(boxes + "return box('[rel=next]').top > box('[rel=prev]').top"))
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

    /// Takes a screenshot of the first element that matches the selector.
    private func picture(of selector: String, _ browser: Browser) async throws -> String {
        let box = try await browser.run(
            """
            const box = document.querySelector('\(selector)').getBoundingClientRect();
            return { x: box.x, y: box.y, width: box.width, height: box.height, scale: 1 };
            """)
        let response = try await browser.devTools("Page.captureScreenshot", ["format": "png", "clip": box])
        return response["data"] as? String ?? ""
    }

    /// Returns the greatest difference of a colour value between two pictures, 255 at most; only edges may differ, and
    /// by little.
    private func difference(_ pictures: [String], _ browser: Browser) async throws -> Int {
        try await browser.open("about:blank")
        let script = """
            return (async () => {
              const [one, other] = await Promise.all(arguments[0].map(async text => {
                const file = await fetch('data:image/png;base64,' + text);
                const picture = await createImageBitmap(await file.blob());
                const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
                context.drawImage(picture, 0, 0);
                return context.getImageData(0, 0, picture.width, picture.height).data;
              }));
              return one.length === other.length
                ? one.reduce((most, value, index) => Math.max(most, Math.abs(value - other[index])), 0) : 255;
            })();
            """
        return (try await browser.run(script, [pictures]) as? NSNumber)?.intValue ?? 255
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
        let source = try LoopbackUpstream { target, _ in
            let picture = "{\"path\":\"http://i.annihil.us/u/prod/marvel/i/mg/c/e0/1\",\"extension\":\"jpg\"}"
            return Self.envelope("\"thumbnail\":\(target.contains("nameStartsWith=X") ? "null" : picture)")
        }
        let options = ["--source", source.url, "--image-host", refusing.url + "/u", "HEROES_TEST_PATIENCE=10000"]
        try await withBrowser(at: .own(options), console: ["ERR_CONNECTION_REFUSED"]) { site, browser in
            let isDrawn = "return document.querySelector('.portrait').src.includes('placeholder')"
            let isLoaded = "return document.readyState === 'complete' && document.querySelector('.portrait').complete"
            try await browser.open(site.url + "/heroes?q=X")
            #expect(try await browser.wait(until: isLoaded))
            #expect(try await browser.isTrue(isDrawn))
            let drawn = try await picture(of: ".portrait", browser)
            try await browser.open(site.url + "/heroes")
            #expect(try await browser.wait(until: isLoaded))
            #expect(try await !browser.isTrue(isDrawn))
            let refused = try await picture(of: ".portrait", browser)
            #expect(try await difference([drawn, refused], browser) < 50)
            // The pictures may differ in colour; the browser's broken-image mark is below the cover.
            try await browser.open(site.url + "/heroes/1-x")
            try await browser.expect("document.querySelector('.work .picture') !== null")
            for selector in [".hero-head .portrait", ".work .picture"] {
                let cover = """
                    const cover = getComputedStyle(document.querySelector('\(selector)'), '::after');
                    const box = getComputedStyle(document.querySelector('\(selector)'));
                    return cover.backgroundImage.includes('placeholder') && box.color === 'rgba(0, 0, 0, 0)'
                      && cover.width === box.width && cover.height === box.height;
                    """
                #expect(try await browser.isTrue(cover), "\(selector)")
            }
        }
    }

    @Test("names of related heroes do not break within words", arguments: [360, 700, 1100, 1280])
    func relatedNames(_ width: Int) async throws {
        try await withBrowser(width: width) { site, browser in
            try await browser.open(site.url + "/heroes/1009718-wolverine")
            try await browser.expect("document.querySelectorAll('.shelf .name').length > 20")
            let broken = """
                return [...document.querySelectorAll('.shelf .name')].flatMap(({ firstChild: text }) =>
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
