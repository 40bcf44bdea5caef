import Support
import Testing

/// The site's script with quick clicks, a slow source, and no connection.
@Suite("Site script under adverse conditions", .sharedBrowsers, .timeLimit(.minutes(30)))
struct SiteScriptTests {
    static let heart = "#list .card:nth-child(2) .heart"
    static let isOn = "document.querySelector('\(heart)').getAttribute('aria-pressed') === 'true'"
    static let count = "document.querySelector('#favourites-count').textContent"

    @Test("a heart answers at once, is announced when stored, and ends as the last press wants")
    func quickPresses() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run(
                """
                window.stored = [];
                window.send = window.fetch;
                window.fetch = async (url, init) => {
                  await new Promise(resolve => { window.answer = resolve; });
                  stored.push(init.body.get('action'));
                  return send(url, init);
                };
                const heart = document.querySelector('\(Self.heart)');
                heart.focus();
                heart.click();
                """)
            try await browser.expect("window.answer && \(Self.isOn) && \(Self.count) === '1'")
            #expect(try await browser.text("return document.querySelector('#status').textContent") == "")
            for on in [false, true, false] {
                _ = try await browser.run("document.querySelector('\(Self.heart)').click()")
                #expect(try await browser.isTrue("return (\(Self.isOn)) === \(on)"))
            }
            _ = try await browser.run(
                "window.fetch = (...all) => { stored.push('again'); return send(...all); }; answer()")
            try await browser.expect("document.querySelector('.toast')?.textContent.includes('removed')")
            #expect(try await browser.text("return stored.join()") == "add,again")
            #expect(try await browser.isTrue("return !(\(Self.isOn)) && \(Self.count) === '0'"))
            #expect(try await browser.isTrue("return document.activeElement.matches('\(Self.heart)')"))
            try await browser.open(site.url + "/heroes")
            #expect(try await browser.isTrue("return !(\(Self.isOn)) && \(Self.count) === '0'"))
        }
    }

    @Test("a toast leaves with Escape, with its button, and by itself unless it has the focus")
    func toast() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run("window.setInterval = end => { window.expire = end; };")
            let isShown = "document.querySelector('.toast button') !== null"
            let closings: [() async throws -> Void] = [
                { try await browser.type("\u{E00C}", into: "body") },
                { try await browser.click(".toast [aria-label=Close]") },
                {
                    _ = try await browser.run("document.querySelector('.toast button').focus(); expire()")
                    #expect(try await browser.isTrue("return \(isShown)"))
                    _ = try await browser.run("document.activeElement.blur(); expire()")
                },
            ]
            for close in closings {
                for on in [true, false] {
                    try await browser.click(Self.heart)
                    #expect(
                        try await browser.wait(
                            until:
                                "return document.querySelector('#status').textContent.includes('\(on ? "added" : "removed")')"
                        ))
                }
                #expect(try await browser.isTrue("return \(isShown)"))
                try await close()
                #expect(try await browser.isTrue("return !(\(isShown))"))
            }
        }
    }

    @Test("if the number of favourites is unknown, it is not counted")
    func unknownCount() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run("document.querySelector('#favourites-count').textContent = ''")
            try await browser.click(Self.heart)
            try await browser.expect("\(Self.isOn)")
            #expect(try await browser.isTrue("return \(Self.count) === ''"))
        }
    }

    @Test("without a connection a heart is taken back, shows a message, and works again later")
    func offline() async throws {
        try await withBrowser(console: ["ERR_INTERNET_DISCONNECTED"]) { site, browser in
            try await browser.open(site.url + "/heroes")
            let name = try await browser.text(
                "return document.querySelector('#list .card:nth-child(2) .name').textContent")
            try await browser.setOffline(true)
            try await browser.click(Self.heart)
            #expect(
                try await browser.wait(
                    until: "return document.querySelector('.toast')?.textContent.startsWith('\(name) was not added')"))
            #expect(try await browser.isTrue("return !(\(Self.isOn)) && \(Self.count) === '0'"))
            try await browser.setOffline(false)
            try await browser.click(Self.heart)
            try await browser.expect("\(Self.isOn) && \(Self.count) === '1'")
            try await browser.expect("document.querySelector('.toast') === null")
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
            try await browser.expect("location.search === '?q=spi' && document.querySelector('.card .name') !== null")
            slow.open()
            try await browser.type("\u{E003}\u{E003}\u{E003}", into: "#q")
            try await browser.expect("location.search === ''")
            #expect(try await browser.text("return document.querySelector('.card .name').textContent") == "Late")
            #expect(try await browser.number("return history.length") == entries + 1)
        }
    }

    @Test("typing a search on another page turns it into the search page, and the skip link works there")
    func searchFromFavourites() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/favourites")
            try await browser.type("spi", into: "#q")
            try await browser.expect("location.search === '?q=spi'")
            #expect(
                try await browser.isTrue("return document.querySelector('.favourites-link[aria-current]') === null"))
            _ = try await browser.run("window.isSamePage = true; document.querySelector('.skip').focus()")
            try await browser.type("\u{E007}", into: ".skip")
            try await browser.expect("location.hash === '#main'")
            #expect(
                try await browser.isTrue("return window.isSamePage === true && document.activeElement.id === 'main'"))
        }
    }

    @Test("typing in the front page's field shows results below the same field, and goes on there")
    func searchFromFront() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/")
            _ = try await browser.run("document.querySelector('#q').isSame = true")
            try await browser.type("spi", into: "#q")
            try await browser.expect("location.search === '?q=spi'")
            let field = "const field = document.querySelector('.masthead #q');"
            #expect(
                try await browser.isTrue(
                    field + "return field.isSame && document.activeElement === field && field.selectionStart === 3"))
            try await browser.type("der", into: "#q")
            try await browser.expect("location.search === '?q=spider'")
        }
    }

    @Test("Enter after a typed search announces the results again and adds no history entry")
    func searchHistory() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes?page=4")
            let entries = try await browser.number("return history.length")
            _ = try await browser.run("window.isSamePage = true")
            try await browser.type("spi", into: "#q")
            try await browser.expect("location.search === '?q=spi'")
            _ = try await browser.run("document.querySelector('#status').textContent = ''")
            try await browser.type("\u{E007}", into: "#q")
            try await browser.expect("document.querySelector('#status').textContent !== ''")
            #expect(try await browser.isTrue("return window.isSamePage === true"))
            #expect(try await browser.number("return history.length") == entries + 1)
        }
    }

    @Test("a click shows that a slow page is on its way; the sign leaves if the page is stopped, and with Back")
    func leaving() async throws {
        let slow = try await SlowGateway(delay: 2_000)
        try await withBrowser(at: .own(slow.options)) { site, browser in
            try await browser.open(site.url + "/about")
            _ = try await browser.run(
                """
                new MutationObserver(() => {
                  sessionStorage.sign = document.body.className + ': ' + document.querySelector('#status').textContent;
                }).observe(document.body, { attributes: true });
                """)
            _ = try await browser.run(
                """
                document.querySelector("#menu a[href='/heroes/random']").click();
                setTimeout(stop, 300);
                setTimeout(() => { sessionStorage.stopped = sessionStorage.sign; }, 400);
                """)
            try await browser.expect("sessionStorage.stopped === ': '")
            try await browser.click("#menu a[href='/heroes/random']")
            try await browser.expect("document.querySelector('.hero') !== null")
            #expect(try await browser.text("return sessionStorage.sign") == "leaving: Loading …")
            try await browser.back()
            let isClear =
                "document.body.className === '' && document.querySelector('#status').textContent === ''"
            try await browser.expect("location.pathname === '/about' && \(isClear)")
        }
        await slow.stop()
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
            try await browser.expect("\(Self.isOn) && \(Self.count) === '1'")
            #expect(try await browser.isTrue("return window.isSamePage === true"))
            _ = try await browser.run("window.URLSearchParams = undefined")
            try await browser.click(Self.heart)
            try await browser.expect("!window.isSamePage && \(Self.count) === '0'")
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
                request.open('POST', document.querySelector('\(Self.heart)').formAction, false);
                request.setRequestHeader('content-type', 'application/x-www-form-urlencoded');
                request.send('action=add');
                localStorage.pressed = Date.now() + 1;
                \(show)
                """)
            try await browser.expect("\(Self.isOn) && \(Self.count) === '1'")
            try await browser.click(Self.heart)
            try await browser.expect("!(\(Self.isOn)) && \(Self.count) === '0'")
        }
    }

    @Test("a refused first favourite is taken back, and sent again as a form")
    func refusedFirst() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            // Another tab adds its first favourite at the same moment.
            _ = try await browser.run(
                """
                const real = window.fetch;
                window.fetch = async () => {
                  const other = document.querySelectorAll('.heart')[4].formAction;
                  await real(other, { method: 'POST', body: new URLSearchParams({ action: 'add' }) });
                  return new Response('', { status: 409 });
                };
                """)
            try await browser.click(Self.heart)
            try await browser.expect("\(Self.isOn) && \(Self.count) === '2'")
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
            try await browser.expect("location.search === '?q=spi'")
            try await browser.expect("document.querySelector('main script') !== null")
            #expect(
                try await browser.isTrue("return document.querySelector('#extension').textContent === '/* mine */'"))
            // A list that is sent while it is made names its portraits by a stylesheet that loads later.
            let portrait = "getComputedStyle(document.querySelector('#hero-1009610')).getPropertyValue('--portrait')"
            try await browser.expect("\(portrait) === 'hero-1009610'")
            #expect(try await browser.isTrue("return window.isRun === undefined"))
        }
    }

    @Test("Back and Reload show the same code, and submit nothing again")
    func backToCode() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes?ids=1009610")
            try await browser.click("form[action='/favourites/import'] button")
            // The header counts the favourite before the page has its button.
            #expect(try await browser.arrives(at: site.url + "/favourites"))
            #expect(try await browser.text("return \(Self.count)") == "1")
            try await browser.click("form[action='/favourites/code'] button")
            #expect(try await browser.arrives(at: site.url + "/favourites/code"))
            #expect(try await browser.isTrue("return document.querySelector('svg.qr path').getBBox().width >= 21"))
            let code = try await browser.text("return document.querySelector('.code').textContent")
            try await browser.click(".brand")
            #expect(try await browser.arrives(at: site.url + "/"))
            try await browser.back()
            let isShown = "document.querySelector('.code')?.textContent === '\(code)'"
            try await browser.expect("\(isShown)")
            try await browser.reload()
            try await browser.expect("\(isShown)")
        }
    }
}
