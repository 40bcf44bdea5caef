import Testing

/// What a page looks like to visitors whose texts, letters or colours are not the usual ones.
extension StoryTests {
    @Test("names and texts that go from right to left do so, beside hearts that keep off them")
    func rightToLeft() async throws {
        let odd = try OddUpstream()
        try await story(options: odd.options, width: 360) { site, browser in
            let direction = { (selector: String) in
                try await browser.text("return getComputedStyle(document.querySelector('\(selector)')).direction")
            }
            try await browser.open(site.url + "/heroes")
            #expect(try await direction("#hero-4 .name") == "rtl")
            #expect(try await direction("#hero-3 .name") == "ltr")
            #expect(try await direction("#heroes") == "ltr")
            let apart = """
                return [...document.querySelectorAll('#heroes .card')].every(card => {
                  const text = document.createRange();
                  text.selectNodeContents(card.querySelector('.name'));
                  const [name, heart] = [text, card.querySelector('svg')].map(box => box.getBoundingClientRect());
                  return name.right <= heart.left || heart.right <= name.left;
                });
                """
            #expect(try await browser.holds(apart))
            try await browser.open(site.url + OddUpstream.arabic)
            #expect(try await browser.wait(until: "return document.querySelector('.hero-head .name') !== null"))
            #expect(try await direction("h1") == "rtl")
            #expect(try await direction(".description") == "rtl")
            #expect(try await direction(".way-back") == "ltr")
            try await browser.type("الرجل", into: "#q")
            #expect(try await direction("#q") == "rtl")
        }
    }

    @Test("the way to the next hero ends where its line ends, also where a phone has no room for it beside the others")
    func neighbours() async throws {
        try await story(width: 360) { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            try await browser.click("#heroes .card:nth-child(2) .card-link")
            #expect(try await browser.wait(until: "return document.querySelector('.neighbour[rel=next]') !== null"))
            let places = """
                const box = selector => document.querySelector('.way-back ' + selector).getBoundingClientRect();
                const end = document.querySelector('.way-back').getBoundingClientRect().right;
                """
            #expect(try await browser.holds(places + "return box('[rel=next]').top > box('[rel=prev]').top"))
            #expect(try await browser.holds(places + "return Math.abs(box('[rel=next]').right - end) < 1"))
            #expect(try await browser.holds(places + "return box('a').left < 20"))
        }
    }

    @Test("what a heart says covers nothing of a page that is scrolled to its end", arguments: [360, 1280])
    func toast(_ width: Int) async throws {
        try await story(width: width) { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run("document.querySelector('#heroes .heart button').click()")
            #expect(try await browser.wait(until: "return document.querySelector('[aria-pressed=true]') !== null"))
            _ = try await browser.run("document.querySelector('#heroes .heart button').click()")
            #expect(try await browser.wait(until: "return document.querySelector('.toast') !== null"))
            _ = try await browser.run("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")
            let gap = """
                const edge = (name, side) => document.querySelector(name).getBoundingClientRect()[side];
                return edge('.toast', 'top') - edge('.colophon p', 'bottom');
                """
            #expect(try await browser.number(gap) > 0)
        }
    }

    @Test("where a visitor's colours are forced, all that can be pressed and what is said have edges")
    func forcedColours() async throws {
        try await story { site, browser in
            try await browser.prefer("forced-colors", "active")
            let edge = { (selector: String) in
                try await browser.text(
                    """
                    const style = getComputedStyle(document.querySelector('\(selector)'));
                    return style.borderTopColor === style.backgroundColor ? 'unseen' : style.borderTopStyle
                    """)
            }
            try await browser.open(site.url + "/heroes")
            try await browser.click("#heroes .heart button")
            #expect(try await browser.wait(until: "return document.querySelector('[aria-pressed=true]') !== null"))
            try await browser.click("#heroes .heart [aria-pressed=true]")
            #expect(try await browser.wait(until: "return document.querySelector('.toast') !== null"))
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

    @Test("text of twice the size leaves room for searching, and for words in one piece, on the narrowest of phones")
    func bigText() async throws {
        try await story(width: 320) { site, browser in
            for path in ["/heroes", "/heroes/1009610-spider-man", "/favourites"] {
                try await browser.open(site.url + path)
                _ = try await browser.run("document.documentElement.style.fontSize = '200%'")
                #expect(try await browser.number("return document.documentElement.scrollWidth") <= 320, "\(path)")
                #expect(try await browser.number("return document.querySelector('#q').clientWidth") > 200, "\(path)")
                let lines = "return document.querySelector('.kept-label').getClientRects().length"
                let height = "return document.querySelector('.kept-label').offsetHeight"
                #expect(try await browser.number(lines) == 1)
                #expect(try await browser.number(height) < 60, "\(path)")
            }
        }
    }
}
