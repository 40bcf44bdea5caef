import Testing

/// What surrounds the page: translation, other tabs, a slow connection, and browsers that lack features.
extension SiteScriptTests {
    @Test("Undo works on a page that the browser has translated")
    func translated() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            for on in [true, false] {
                try await browser.click(Self.heart)
                try await browser.expect("(\(Self.isOn)) === \(on) && \(Browser.isIdle)")
            }
            try await browser.expect("document.querySelector('.toast button') !== null")
            _ = try await browser.run(
                "document.querySelector('.toast button').innerHTML = '<font><font>Rückgängig</font></font>'")
            try await browser.click(".toast font font")
            try await browser.expect("\(Self.isOn) && \(Self.count) === '1'")
        }
    }

    @Test("a form's button that opens another tab leaves no sign of a page on its way")
    func otherTab() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            _ = try await browser.run(
                """
                window.timers = 0;
                const real = window.setTimeout;
                window.setTimeout = (...all) => { timers++; return real(...all); };
                addEventListener('submit', () => { window.isSubmitted = true; });
                """)
            for (key, keyCode) in [("keyDown", true), ("keyUp", false)] {
                let keys: [String: Any] = [
                    "type": "key", "id": "keys", "actions": [["type": key, "value": "\u{E009}"]],
                ]
                _ = try await browser.send("POST", "/actions", ["actions": [keys]])
                if keyCode { try await browser.click(".search button") }
            }
            #expect(try await browser.isTrue("return window.isSubmitted === true && window.timers === 0"))
        }
    }

    @Test("a first heart shows on a page that was requested before the heart was stored")
    func earlyPage() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/heroes")
            try await browser.devTools("Network.enable")
            try await browser.devTools(
                "Network.emulateNetworkConditions",
                ["offline": false, "latency": 150, "downloadThroughput": -1, "uploadThroughput": -1])
            _ = try await browser.run(
                """
                document.querySelector('\(Self.heart)').click();
                document.querySelector('#list .card:nth-child(2) > a').click();
                """)
            let isOn = "document.querySelector('.hero-title .heart[aria-pressed=true]') !== null"
            try await browser.expect("\(isOn) && \(Self.count) === '1'")
        }
    }

    @Test("a typed search needs no style sheets made by script", arguments: Engine.allCases)
    func styleSheets(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            _ = try await browser.run("window.CSSStyleSheet = undefined")
            try await browser.type("thor", into: "#q")
            let hue = "getComputedStyle(document.documentElement).getPropertyValue('--hue')"
            try await browser.expect("location.search === '?q=thor' && \(hue) === ''")
            #expect(try await browser.isTrue("return document.querySelector('.toast') === null"))
        }
    }
}
