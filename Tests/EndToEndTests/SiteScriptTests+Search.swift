import Support
import Testing

/// What is left behind by a search that is typed: in the history, in the page, and where it does not end.
extension SiteScriptTests {
    /// Waits until the page of the address, which has to hold that, is the one that is shown.
    private func shows(_ address: String, _ condition: String, _ browser: Browser) async throws {
        let place = "location.pathname + location.search"
        let isShown = try await browser.wait(until: "return \(place) === '\(address)' && Boolean(\(condition))")
        let shown = try await browser.text("return `${\(place)}: ${document.querySelector('h1')?.textContent}`")
        #expect(isShown, "\(shown) instead of \(address)")
    }

    @Test("Back and Forward show what their addresses say after a typed search", arguments: Engine.allCases)
    func waysAfterSearch(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            let (spider, thanos) = ("/heroes/1009610-spider-man", "/heroes/1009652-thanos")
            let heading = { (name: String) in "document.querySelector('h1')?.textContent === '\(name)'" }
            let found = "document.querySelector('#hero-1009652.card') && document.querySelector('#q').value === 'th'"
            try await browser.open(site.url + spider)
            try await browser.type("th", into: "#q")
            try await shows("/heroes?q=th", found, browser)
            try await browser.click("#hero-1009652 .card-link")
            try await shows(thanos, heading("Thanos"), browser)
            try await browser.back()
            try await shows("/heroes?q=th", found, browser)
            try await browser.back()
            try await shows(spider, heading("Spider-Man"), browser)
            try await browser.forward()
            try await shows("/heroes?q=th", found, browser)
            try await browser.forward()
            try await shows(thanos, heading("Thanos"), browser)
        }
    }

    @Test("Back and Forward show what their addresses say after a typed search and Reload", arguments: Engine.allCases)
    func waysAfterReload(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            let page = "document.querySelector('.paging-here')?.textContent.startsWith('Page 3')"
            let found =
                "document.querySelector('#q').value === 'spi' && document.querySelector('#hero-1009610') !== null"
            try await browser.open(site.url + "/heroes?page=3")
            try await browser.type("spi", into: "#q")
            try await shows("/heroes?q=spi", found, browser)
            try await browser.back()
            try await shows("/heroes?page=3", page, browser)
            try await browser.forward()
            try await shows("/heroes?q=spi", found, browser)
            _ = try await browser.send("POST", "/refresh")
            try await shows("/heroes?q=spi", found, browser)
            try await browser.back()
            try await shows("/heroes?page=3", page, browser)
        }
    }

    /// A source with two heroes that keeps what begins with those letters to itself until the gate opens.
    private static func upstream(keeping letters: String, behind gate: Gate) throws -> LoopbackUpstream {
        let answer = LoopbackUpstream.Reply.json(
            """
            {"code":200,"status":"Ok","copyright":"","attributionText":"","attributionHTML":"","etag":"1",
            "data":{"offset":0,"limit":20,"total":1,"count":1,"results":[{"id":1,"name":"Late"}]}}
            """)
        return try LoopbackUpstream { target, _ in
            target.contains("nameStartsWith=\(letters)") ? .when(gate, answer) : answer
        }
    }

    @Test("a page that searches and waits looks so, and is left by a link as any other", arguments: Engine.allCases)
    func leaving(_ engine: Engine) async throws {
        let gate = Gate()
        let upstream = try Self.upstream(keeping: "slow", behind: gate)
        try await withBrowser(engine, at: .own(["--source", upstream.url, "HEROES_TEST_PATIENCE=10000"])) {
            site, browser in
            let dimmed = "getComputedStyle(document.querySelector('main')).opacity < 1"
            try await browser.open(site.url + "/heroes")
            try await browser.type("slow", into: "#q")
            #expect(try await browser.wait(until: "return \(dimmed)"))
            try await browser.click(".colophon a")
            try await shows("/heroes/a-z", "document.querySelector('.letters') !== null", browser)
            // Whatever the search that was broken off still did would be done before this is answered.
            _ = try await browser.run("return fetch('/healthz').then(answer => answer.text())")
            try await shows("/heroes/a-z", "document.querySelector('.letters') !== null", browser)
            try await browser.back()
            try await shows("/heroes", "document.querySelector('.card') !== null && !(\(dimmed))", browser)
            #expect(try await browser.wait(until: "return document.querySelector('.toast') === null"))
            gate.open()
        }
    }

    @Test("without a connection a typed search says so, and leaves the page as it is")
    func searchOffline() async throws {
        try await withBrowser(console: ["ERR_INTERNET_DISCONNECTED"]) { site, browser in
            let connect = { (isOffline: Bool) in
                _ = try await browser.chromium(
                    "Network.emulateNetworkConditions",
                    ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
            }
            try await browser.open(site.url + "/heroes?page=2")
            try await browser.chromium("Network.enable")
            try await connect(true)
            try await browser.type("spi", into: "#q")
            let told = "document.querySelector('.toast')?.textContent === 'No connection: nothing was searched.'"
            #expect(try await browser.wait(until: "return \(told)"))
            #expect(
                try await browser.holds(
                    """
                    return location.search === '?page=2' && document.querySelectorAll('#heroes .card').length === 20
                      && document.querySelector('[aria-busy]') === null
                    """))
            try await connect(false)
            try await browser.type("d", into: "#q")
            #expect(try await browser.wait(until: "return location.search === '?q=spid'"))
            #expect(try await browser.wait(until: "return document.querySelector('.toast') === null"))
        }
    }
}
