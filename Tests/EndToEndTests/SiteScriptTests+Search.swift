import Heroes
import Support
import Testing

/// Effects of a typed search on the history and the page, and searches that do not end.
extension SiteScriptTests {
    /// Waits until the page at the URL is shown and meets the condition.
    private func expectPage(
        _ url: String, _ condition: String, _ browser: Browser, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await browser.expect(
            "location.pathname + location.search === '\(url)' && Boolean(\(condition))", sourceLocation: sourceLocation)
    }

    @Test("Back and Forward show the pages of their URLs after a typed search", arguments: Engine.allCases)
    func historyAfterSearch(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            let (spider, thanos) = ("/heroes/1009610-spider-man", "/heroes/1009652-thanos")
            let heading = { (name: String) in "document.querySelector('h1')?.textContent === '\(name)'" }
            let results = "document.querySelector('#hero-1009652.card') && document.querySelector('#q').value === 'th'"
            try await browser.open(site.url + spider)
            try await browser.type("th", into: "#q")
            try await expectPage("/heroes?q=th", results, browser)
            try await browser.click("#hero-1009652 > a")
            try await expectPage(thanos, heading("Thanos"), browser)
            try await browser.back()
            try await expectPage("/heroes?q=th", results, browser)
            try await browser.back()
            try await expectPage(spider, heading("Spider-Man"), browser)
            try await browser.forward()
            try await expectPage("/heroes?q=th", results, browser)
            try await browser.forward()
            try await expectPage(thanos, heading("Thanos"), browser)
        }
    }

    @Test("Back and Forward show the pages of their URLs after a typed search and Reload", arguments: Engine.allCases)
    func historyAfterReload(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            let page = "document.querySelector('.paging-here')?.textContent.startsWith('Page 3')"
            let results =
                "document.querySelector('#q').value === 'spi' && document.querySelector('#hero-1009610') !== null"
            try await browser.open(site.url + "/heroes?page=3")
            try await browser.type("spi", into: "#q")
            try await expectPage("/heroes?q=spi", results, browser)
            try await browser.back()
            try await expectPage("/heroes?page=3", page, browser)
            try await browser.forward()
            try await expectPage("/heroes?q=spi", results, browser)
            try await browser.reload()
            try await expectPage("/heroes?q=spi", results, browser)
            try await browser.back()
            try await expectPage("/heroes?page=3", page, browser)
        }
    }

    @Test("a typed search changes what the head says about the page", arguments: Engine.allCases)
    func headAfterSearch(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            try await browser.type("th", into: "#q")
            try await expectPage("/heroes?q=th", "document.querySelector('#hero-1009652.card')", browser)
            let head = try await browser.text(
                """
                const values = (css, name) => [...document.head.querySelectorAll(css)].map(e => e.getAttribute(name));
                return [values('[rel=canonical]', 'href'), values('[property="og:url"]', 'content'),
                  values('[property="og:title"]', 'content'), values('[name=theme-color]', 'content').length].join()
                """)
            #expect(head == "\(site.url)/heroes?q=th,\(site.url)/heroes?q=th,Results for “th”,2")
        }
    }

    @Test("a typed search shows other kinds as its page does, and announces it in one message")
    func otherKinds() async throws {
        let upstream = try LoopbackUpstream { _, _ in
            .json(
                """
                {"code":200,"data":{"total":1,"results":[{"id":1,"name":"Doom"}],"complete":false,
                "groups":{"comics":{"total":9,"results":[{"id":2,"title":"Doom #1"}]}}}}
                """, headers: [("Link", "<http://h/v1/public/search?q=>; rel=\"search\"")])
        }
        try await withBrowser(at: .own(["--source", upstream.url, "HEROES_TEST_PATIENCE=10000"])) { site, browser in
            try await browser.open(site.url + "/heroes")
            try await browser.type("doom", into: "#q")
            let all = "document.querySelector('.groups [href=\"/comics?q=doom\"]')?.textContent === 'All 9 comics'"
            try await expectPage("/heroes?q=doom", all, browser)
            let message = try await browser.text("return document.querySelector('#status').textContent")
            #expect(message == "No hero has all of these words. These come closest. 1 hero")
        }
    }

    @Test("a number that is typed or pasted leads to the hero's page, and Back to the page before")
    func number() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes?page=3")
            try await browser.type("1009610", into: "#q")
            let heading = "document.querySelector('h1')?.textContent === 'Spider-Man'"
            try await expectPage("/heroes/1009610-spider-man", heading, browser)
            try await browser.back()
            try await expectPage("/heroes?page=3", "!document.querySelector('main').ariaBusy", browser)
        }
    }

    @Test("letters of an input method are searched when they are complete")
    func composition() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            let early = try await browser.isTrue(
                """
                const box = document.querySelector('#q');
                box.value = 'sp';
                box.dispatchEvent(new InputEvent('input', { isComposing: true, bubbles: true }));
                return new Promise(done => setTimeout(done, 500)).then(() => {
                  const isSearched = performance.getEntriesByType('resource').some(({ name }) => name.includes('q=sp'));
                  box.value = 'th';
                  box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }));
                  return isSearched;
                });
                """)
            #expect(!early)
            try await expectPage("/heroes?q=th", "document.querySelector('#hero-1009652.card')", browser)
        }
    }

    /// Returns a source that delays searches with these letters until the gate opens.
    private static func upstream(delaying letters: String, behind gate: Gate) throws -> LoopbackUpstream {
        let response = LoopbackUpstream.Reply.json(
            """
            {"code":200,"status":"Ok","copyright":"","attributionText":"","attributionHTML":"","etag":"1",
            "data":{"offset":0,"limit":20,"total":1,"count":1,"results":[{"id":1,"name":"Late"}]}}
            """)
        return try LoopbackUpstream { target, _ in
            target.contains("nameStartsWith=\(letters)") ? .when(gate, response) : response
        }
    }

    @Test("a page is dimmed while a search waits, and a link leaves it as usual", arguments: Engine.allCases)
    func leavingSearch(_ engine: Engine) async throws {
        let gate = Gate()
        let upstream = try Self.upstream(delaying: "slow", behind: gate)
        try await withBrowser(engine, at: .own(["--source", upstream.url, "HEROES_TEST_PATIENCE=10000"])) {
            site, browser in
            let dimmed = "getComputedStyle(document.querySelector('main')).opacity < 1"
            try await browser.open(site.url + "/heroes")
            try await browser.type("slow", into: "#q")
            try await browser.expect("\(dimmed)")
            try await browser.click(".masthead a[href='/heroes/a-z']")
            try await expectPage("/heroes/a-z", "document.querySelector('.letters') !== null", browser)
            // Everything that the aborted search may still do is done before this response.
            _ = try await browser.run("return fetch('/healthz').then(answer => answer.text())")
            try await expectPage("/heroes/a-z", "document.querySelector('.letters') !== null", browser)
            try await browser.back()
            try await expectPage("/heroes", "document.querySelector('.card') !== null && !(\(dimmed))", browser)
            try await browser.expect("document.querySelector('.toast') === null")
            gate.open()
        }
    }

    @Test("without a connection a typed search shows a message, and leaves the page as it is")
    func searchOffline() async throws {
        try await withBrowser(console: ["ERR_INTERNET_DISCONNECTED"]) { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            try await browser.setOffline(true)
            try await browser.type("spi", into: "#q")
            let message = "document.querySelector('.toast')?.textContent.startsWith('No connection.')"
            try await browser.expect("\(message)")
            #expect(
                try await browser.isTrue(
                    """
                    return location.search === '?page=2' && document.querySelectorAll('#list .card').length === \(PageRange.pageLength)
                      && document.querySelector('[aria-busy]') === null
                    """))
            try await browser.setOffline(false)
            try await browser.type("d", into: "#q")
            try await browser.expect("location.search === '?q=spid'")
            try await browser.expect("document.querySelector('.toast') === null")
        }
    }
}
