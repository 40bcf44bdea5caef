import Support
import Testing

/// The site's script with quick clicks, a slow source, and no connection.
@Suite("Site script under adverse conditions", .sharedBrowsers, .timeLimit(.minutes(30)))
struct SiteScriptTests {
    private static let heart = "#heroes .card:nth-child(2) .heart button"
    private static let isOn = "document.querySelector('\(heart)').getAttribute('aria-pressed') === 'true'"
    private static let count = "document.querySelector('#kept-count').textContent"

    @Test("a heart pressed twice quickly shows the stored state, and stays focused")
    func doublePress() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run(
                """
                const heart = document.querySelector('\(Self.heart)');
                heart.focus();
                heart.click();
                heart.click();
                """)
            #expect(try await browser.wait(until: "return \(Self.count) === '1' && \(Self.isOn)"))
            #expect(try await browser.isTrue("return document.activeElement.matches('\(Self.heart)')"))
            try await browser.open(site.url + "/heroes")
            #expect(try await browser.isTrue("return \(Self.count) === '1' && \(Self.isOn)"))
        }
    }

    @Test("if the number of favourites is unknown, it is not counted")
    func unknownCount() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run("document.querySelector('#kept-count').textContent = ''")
            try await browser.click(Self.heart)
            #expect(try await browser.wait(until: "return \(Self.isOn)"))
            #expect(try await browser.isTrue("return \(Self.count) === ''"))
        }
    }

    @Test("without a connection a heart stays as it is, shows a message, and works again later")
    func offline() async throws {
        try await withBrowser(console: ["ERR_INTERNET_DISCONNECTED"]) { site, browser in
            let connect = { (isOffline: Bool) in
                _ = try await browser.devTools(
                    "Network.emulateNetworkConditions",
                    ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
            }
            try await browser.open(site.url + "/heroes")
            let name = try await browser.text(
                "return document.querySelector('#heroes .card:nth-child(2) .name').textContent")
            try await browser.devTools("Network.enable")
            try await connect(true)
            try await browser.click(Self.heart)
            #expect(
                try await browser.wait(
                    until: "return document.querySelector('.toast')?.textContent.startsWith('\(name) was not added')"))
            #expect(try await browser.isTrue("return !(\(Self.isOn)) && \(Self.count) === '0'"))
            try await connect(false)
            try await browser.click(Self.heart)
            #expect(try await browser.wait(until: "return \(Self.isOn) && \(Self.count) === '1'"))
            #expect(try await browser.isTrue("return document.querySelector('.toast') === null"))
        }
    }

    @Test("of overlapping searches only the last one's results are shown")
    func overlappingSearches() async throws {
        let (slow, gate) = (Gate(), Gate())
        let response = { @Sendable (name: String) -> LoopbackUpstream.Reply in
            .json(
                """
                {"code":200,"status":"Ok","copyright":"","attributionText":"","attributionHTML":"","etag":"1",
                "data":{"offset":0,"limit":20,"total":1,"count":1,"results":[{"id":1,"name":"\(name)"}]}}
                """)
        }
        let upstream = try LoopbackUpstream { target, _ in
            if target.contains("nameStartsWith=sp&") || target.hasSuffix("nameStartsWith=sp") {
                return .when(slow, response("Early"))
            }
            return .when(gate, response("Late"))
        }
        try await withBrowser(at: .own(["--source", upstream.url, "HEROES_TEST_PATIENCE=0"])) { site, browser in
            gate.open()
            try await browser.open(site.url + "/heroes")
            let entries = try await browser.number("return history.length")
            try await browser.type("sp", into: "#q")
            await upstream.wait { $0.requests >= 2 }
            try await browser.type("i", into: "#q")
            #expect(
                try await browser.wait(
                    until: "return location.search === '?q=spi' && document.querySelector('.card .name') !== null"))
            slow.open()
            try await browser.type("\u{E003}\u{E003}\u{E003}", into: "#q")
            #expect(try await browser.wait(until: "return location.search === ''"))
            #expect(try await browser.text("return document.querySelector('.card .name').textContent") == "Late")
            #expect(try await browser.number("return history.length") == entries + 1)
        }
    }

    @Test("typing a search on another page turns it into the search page, and the skip link works there")
    func searchFromFavourites() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/favourites")
            try await browser.type("spi", into: "#q")
            #expect(try await browser.wait(until: "return location.search === '?q=spi'"))
            #expect(try await browser.isTrue("return document.querySelector('.kept[aria-current]') === null"))
            _ = try await browser.run("window.isSamePage = true; document.querySelector('.skip').focus()")
            try await browser.type("\u{E007}", into: ".skip")
            #expect(try await browser.wait(until: "return location.hash === '#main'"))
            #expect(
                try await browser.isTrue("return window.isSamePage === true && document.activeElement.id === 'main'"))
        }
    }

    @Test("Back leads from a typed search to the page before it, and Enter adds no history entry")
    func searchHistory() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes?page=4")
            let entries = try await browser.number("return history.length")
            _ = try await browser.run("window.isSamePage = true")
            try await browser.type("spi", into: "#q")
            #expect(try await browser.wait(until: "return location.search === '?q=spi'"))
            _ = try await browser.run("document.querySelector('#status').textContent = ''")
            try await browser.type("\u{E007}", into: "#q")
            #expect(try await browser.wait(until: "return document.querySelector('#status').textContent !== ''"))
            #expect(try await browser.isTrue("return window.isSamePage === true"))
            #expect(try await browser.number("return history.length") == entries + 1)
            try await browser.back()
            #expect(
                try await browser.wait(
                    until: """
                        return location.search === '?page=4'
                          && document.querySelector('.summary').textContent.startsWith('Page 4')
                        """))
        }
    }

    @Test("if cookies are blocked, a heart stays as it is and shows the reason")
    func cookiesBlocked() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            // The value in browsers that block cookies.
            _ = try await browser.run("Object.defineProperty(navigator, 'cookieEnabled', { value: false })")
            try await browser.click(Self.heart)
            let message = "document.querySelector('.toast')?.textContent.startsWith('Favourites need cookies')"
            #expect(try await browser.wait(until: "return \(message)"))
            #expect(try await browser.isTrue("return !(\(Self.isOn)) && \(Self.count) === '0'"))
            try await browser.open(site.url + "/heroes")
            #expect(try await browser.isTrue("return !(\(Self.isOn)) && \(Self.count) === '0'"))
        }
    }

    @Test("a heart works without ARIA reflection, and is submitted as a form if the script fails")
    func missingFeatures() async throws {
        try await withBrowser(.firefox) { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run(
                """
                for (const name of ['ariaPressed', 'ariaBusy', 'ariaLabel', 'ariaCurrent']) delete Element.prototype[name];
                window.isSamePage = true;
                """)
            try await browser.click(Self.heart)
            #expect(try await browser.wait(until: "return \(Self.isOn) && \(Self.count) === '1'"))
            #expect(try await browser.isTrue("return window.isSamePage === true"))
            _ = try await browser.run("window.URLSearchParams = undefined")
            try await browser.click(Self.heart)
            #expect(try await browser.wait(until: "return !window.isSamePage && \(Self.count) === '0'"))
        }
    }

    @Test("a tab that becomes visible again shows hearts pressed in another tab")
    func visibleAgain() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            let show = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));"
            _ = try await browser.run(
                """
                window.asked = 0;
                const real = window.fetch;
                window.fetch = (...all) => { asked++; return real(...all); };
                \(show)
                """)
            #expect(try await browser.number("return window.asked") == 0)
            _ = try await browser.run(
                """
                const request = new XMLHttpRequest();
                request.open('POST', document.querySelector('\(Self.heart)').form.getAttribute('action'), false);
                request.setRequestHeader('content-type', 'application/x-www-form-urlencoded');
                request.send('action=add');
                localStorage.pressed = Date.now() + 1;
                \(show)
                """)
            #expect(try await browser.wait(until: "return \(Self.isOn) && \(Self.count) === '1'"))
            try await browser.click(Self.heart)
            #expect(try await browser.wait(until: "return !(\(Self.isOn)) && \(Self.count) === '0'"))
        }
    }

    @Test("first favourites added in two tabs at once are both stored")
    func twoTabs() async throws {
        try await withBrowser(console: ["409 (Conflict)"]) { site, browser in
            try await browser.open(site.url + "/heroes")
            // The other tab's response comes first, so its cookie is replaced before this tab reads it.
            _ = try await browser.run(
                """
                const real = window.fetch;
                window.fetch = async (url, init) => {
                  const answer = await real(url, init);
                  if (init?.method !== 'POST') return answer;
                  window.fetch = real;
                  await real('/favourites/forget', { method: 'POST' });
                  const other = document.querySelectorAll('.heart')[4].getAttribute('action');
                  await real(other, { method: 'POST', body: new URLSearchParams({ action: 'add' }) });
                  return answer;
                };
                """)
            try await browser.click(Self.heart)
            #expect(try await browser.wait(until: "return \(Self.isOn) && \(Self.count) === '2'"))
        }
    }

    @Test("typing a search leaves foreign styles alone, and runs no fetched script")
    func foreignStyle() async throws {
        try await withBrowser(console: ["Content Security Policy", "/x - Failed"]) { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run(
                """
                const style = document.createElement('style');
                style.id = 'extension';
                style.textContent = '/* mine */';
                document.head.prepend(style);
                const real = window.fetch;
                const script = '<script nonce="0">window.isRun = true</' + 'script><img src=x onerror="isRun = true">';
                window.fetch = async (...all) => {
                  const text = await (await real(...all)).text();
                  return { text: async () => text.replace('</h1>', '</h1>' + script) };
                };
                """)
            try await browser.type("spi", into: "#q")
            #expect(try await browser.wait(until: "return location.search === '?q=spi'"))
            #expect(try await browser.wait(until: "return document.querySelector('main script') !== null"))
            #expect(
                try await browser.isTrue("return document.querySelector('#extension').textContent === '/* mine */'"))
            let rules = "document.adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules]).map(rule => rule.cssText)"
            #expect(try await browser.isTrue("return \(rules).some(text => text.includes('1009610'))"))
            #expect(try await browser.isTrue("return document.querySelector('#look').disabled"))
            #expect(try await browser.isTrue("return window.isRun === undefined"))
        }
    }

    @Test("a held arrow key turns one page")
    func heldKey() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            _ = try await browser.run(
                """
                window.clicks = 0;
                addEventListener('click', event => {
                  clicks++;
                  event.preventDefault();
                });
                """)
            for isHeld in [false, true, true] {
                try await browser.devTools(
                    "Input.dispatchKeyEvent",
                    [
                        "type": "rawKeyDown", "key": "ArrowRight", "code": "ArrowRight", "windowsVirtualKeyCode": 39,
                        "autoRepeat": isHeld,
                    ])
            }
            #expect(try await browser.number("return window.clicks") == 1)
        }
    }

    @Test("Back shows a form's response, and submits nothing again")
    func backToResponse() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            try await browser.click(Self.heart)
            #expect(try await browser.wait(until: "return \(Self.count) === '1'"))
            try await browser.open(site.url + "/favourites")
            try await browser.click("form[action='/favourites/code'] button")
            #expect(try await browser.wait(until: "return document.querySelector('.code') !== null"))
            let code = try await browser.text("return document.querySelector('.code').textContent")
            try await browser.click(".brand")
            #expect(try await browser.arrives(at: site.url + "/heroes"))
            try await browser.back()
            #expect(try await browser.wait(until: "return document.querySelector('.code')?.textContent === '\(code)'"))
        }
    }

    @Test("a horizontal swipe turns the page; one in a field, downwards, short, or with two fingers does not")
    func swipe() async throws {
        try await withBrowser(width: 360) { site, browser in
            func swipe(_ fingers: [(x: Int, y: Int)], by: (x: Int, y: Int)) async throws {
                func touch(_ type: String, _ points: [(x: Int, y: Int)]) async throws {
                    try await browser.devTools(
                        "Input.dispatchTouchEvent",
                        ["type": type, "touchPoints": points.map { ["x": $0.x, "y": $0.y] }])
                }
                try await touch("touchStart", fingers)
                try await touch("touchMove", fingers.map { ($0.x + by.x, $0.y + by.y) })
                try await touch("touchEnd", [])
            }
            // Pages receive no touch events during a transition.
            try await browser.emulateMedia("prefers-reduced-motion", "reduce")
            try await browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 2])
            try await browser.open(site.url + "/heroes?page=2")
            try await swipe([(300, 300)], by: (-120, 90))
            try await swipe([(300, 300)], by: (-60, 0))
            try await swipe([(300, 300), (300, 400)], by: (-200, 0))
            let field = "document.querySelector('#q').getBoundingClientRect()"
            let x = try await browser.number("return Math.round(\(field).right - 20)")
            try await swipe([(x, try await browser.number("return Math.round(\(field).top + 20)"))], by: (-200, 0))
            #expect(try await browser.isTrue("return location.search === '?page=2'"))
            try await swipe([(300, 300)], by: (-200, 10))
            #expect(try await browser.arrives(at: site.url + "/heroes?page=3"))
        }
    }
}
