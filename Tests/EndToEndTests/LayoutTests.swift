import Support
import Testing

/// The layout of pages in windows of different sizes, and with pictures or heroes that fail.
@Suite("Layout of pages", .sharedBrowsers, .timeLimit(.minutes(30)))
struct LayoutTests {
    @Test(
        "a phone shows a hero's name, heart and first line of text without scrolling",
        arguments: [(390, 844), (360, 640)])
    func firstScreen(_ width: Int, _ height: Int) async throws {
        try await withBrowser { site, browser in
            try await browser.resize(width: width, height: height)
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            try await browser.expect("document.querySelector('.description p') !== null")
            let end = """
                const text = document.createRange();
                text.selectNodeContents(document.querySelector('.description p'));
                const heart = document.querySelector('.hero-title .heart').getBoundingClientRect();
                return Math.max(heart.bottom, text.getClientRects()[0].bottom);
                """
            #expect(try await (1...height).contains(browser.number(end)))
        }
    }

    @Test("on a phone the button Menu shows the links, and one of them leads to its page", arguments: [true, false])
    func menu(_ script: Bool) async throws {
        try await withBrowser(script: script, width: 360) { site, browser in
            try await browser.open(site.url + "/")
            let links = "[...document.querySelectorAll('#menu a')]"
            #expect(try await browser.isTrue("return \(links).every(link => !link.checkVisibility())"))
            try await browser.click(".menu-button")
            let isOpen = try await browser.wait(until: "return \(links).every(link => link.checkVisibility())")
            try #require(isOpen)
            try await browser.click("#menu a[href='/teams']")
            #expect(try await browser.arrives(at: site.url + "/teams"))
        }
    }

    @Test("a browser without popovers shows the links in place of the button Menu")
    func noPopover() async throws {
        let resources = try Paths.resources()
        for (file, text, other) in [
            ("Public/site.css", "not selector(:popover-open)", "selector(:popover-open)"),
            ("Templates/layout.html", " popover>", ">"),
        ] {
            let path = "\(resources.path)/\(file)"
            let page = try String(contentsOfFile: path, encoding: .utf8)
            try #require(page.contains(text))
            try page.replacing(text, with: other).write(toFile: path, atomically: true, encoding: .utf8)
        }
        try await withBrowser(at: .own(["--resources", resources.path]), width: 360) { site, browser in
            try await browser.open(site.url + "/about")
            #expect(try await browser.isTrue("return !document.querySelector('.menu-button').checkVisibility()"))
            let links = "[...document.querySelectorAll('#menu a')]"
            #expect(try await browser.isTrue("return \(links).every(link => link.checkVisibility())"))
            let rows = "return new Set(\(links).map(link => link.getBoundingClientRect().top)).size"
            #expect(try await browser.number(rows) <= 2)
        }
    }

    @Test("the heart is in the middle of the first line of a long name", arguments: [360, 1280])
    func heartOfLongName(_ width: Int) async throws {
        let heroes = try UnusualHeroes()
        try await withBrowser(at: .own(heroes.options), width: width) { site, browser in
            try await browser.open(site.url + UnusualHeroes.longName)
            try await browser.expect("document.querySelector('.hero-title .heart') !== null")
            let distance = """
                const name = document.querySelector('h1');
                const heart = document.querySelector('.hero-title .heart').getBoundingClientRect();
                const line = parseFloat(getComputedStyle(name).lineHeight);
                return Math.abs(name.getBoundingClientRect().top + line / 2 - (heart.top + heart.bottom) / 2);
                """
            #expect(try await (0...1).contains(browser.number(distance)))
        }
    }

    @Test("the portrait stays in view beside the text, but in a low window it scrolls with the page")
    func side() async throws {
        try await withBrowser { site, browser in
            for (height, position) in [(900, "sticky"), (390, "static")] {
                try await browser.devTools(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": 844, "height": height, "deviceScaleFactor": 1, "mobile": false])
                try await browser.open(site.url + "/heroes/1009610-spider-man")
                let side = "const side = document.querySelector('.hero-side'); const style = getComputedStyle(side);"
                #expect(try await browser.text(side + "return style.position") == position)
                // Nothing of it is out of reach.
                #expect(
                    try await browser.isTrue(
                        side + "return side.offsetHeight <= innerHeight || style.position === 'static'"))
            }
        }
    }

    @Test("on the narrowest phone the pagination is one row")
    func pagination() async throws {
        try await withBrowser(width: 320) { site, browser in
            try await browser.open(site.url + "/heroes?page=25")
            let height = """
                const items = [...document.querySelectorAll('.paging li')].filter(item => item.checkVisibility());
                const boxes = items.map(item => item.getBoundingClientRect());
                return Math.max(...boxes.map(box => box.bottom)) - Math.min(...boxes.map(box => box.top));
                """
            #expect(try await (24...50).contains(browser.number(height)))
        }
    }

    @Test("a page with an error in place of its list fits into the window")
    func failure() async throws {
        let source = try RefusingPort()
        try await withBrowser(at: .own(["--source", source.url, "HEROES_TEST_PATIENCE=0"])) { site, browser in
            for path in ["/heroes", "/heroes/a-z/s"] {
                try await browser.open(site.url + path)
                try await browser.expect("document.querySelector('.trouble') !== null")
                #expect(try await browser.isTrue("return document.documentElement.scrollHeight <= innerHeight"))
            }
        }
    }

    @Test("a picture that cannot be loaded has the size of one that can", arguments: Engine.allCases)
    func brokenPicture(_ engine: Engine) async throws {
        try await withBrowser(engine, console: ["/nowhere"]) { site, browser in
            try await browser.open(site.url + "/heroes")
            try await browser.expect("document.querySelector('#list .portrait') !== null")
            let height = "return Math.round(document.querySelector('#list .portrait').getBoundingClientRect().height)"
            let loaded = try await browser.number(height)
            _ = try await browser.run(
                """
                const picture = document.querySelector('#list .portrait');
                picture.removeAttribute('srcset');
                picture.src = '/nowhere';
                """)
            let isBroken =
                "const picture = document.querySelector('#list .portrait'); return picture.naturalWidth === 0"
            #expect(try await browser.wait(until: "\(isBroken) && picture.complete"))
            #expect(try await browser.number(height) == loaded)
            #expect(loaded > 100)
        }
    }
}
