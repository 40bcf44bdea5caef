import Foundation
import Support
import Testing

/// Favourites in real browsers, with hosts for which browsers make no exceptions from the rules for cookies and forms.
@Suite("Favourites behind a reverse proxy", .sharedBrowsers, .timeLimit(.minutes(30)))
struct ReverseProxyFavouritesTests {
    private static let (spider, widow, hulk, thanos) = (
        "1009610-spider-man", "1009189-black-widow", "1009351-hulk", "1009652-thanos"
    )
    private static let heart = ".hero-head .heart"

    /// Opens a hero's page and presses the heart.
    private func press(_ hero: String, at site: String, _ browser: Browser, asForm: Bool = false) async throws {
        try await browser.open(site + "/heroes/" + hero)
        try await browser.expect("document.querySelector('\(Self.heart)') !== null")
        if asForm { _ = try await browser.run("document.querySelector('.hero-head .heart').plain = true") }
        try await browser.click(Self.heart)
    }

    private func expectFavourites(_ heroes: [String], at site: String, _ browser: Browser) async throws {
        let ids = heroes.map { "hero-" + $0.prefix { $0 != "-" } }.joined(separator: ",")
        let isOn = "document.querySelector('\(Self.heart)[aria-pressed=true]')?.busy < 1"
        // Waits for the response to the last press before the next page.
        _ = try await browser.wait(until: "return document.querySelector('\(Self.heart)') === null || \(isOn)")
        try await browser.open(site + "/favourites")
        let shown = try await browser.text("return [...document.querySelectorAll('.card')].map(c => c.id).join()")
        #expect(shown == ids, "\(site)")
    }

    /// Waits for the error page, and checks its link.
    private func expectError(linkingTo url: String, _ browser: Browser) async throws {
        let text = "document.querySelector('.failure h1')?.textContent === 'Your favourite was not saved'"
        try await browser.expect("document.readyState === 'complete' && \(text)")
        #expect(try await browser.text("return document.querySelector('.failure a').href") == url)
    }

    @Test(
        "favourites work over http on a port, and after a change to https; a failure is shown",
        arguments: [Engine.chromium, .firefox])
    func hearts(_ engine: Engine) async throws {
        // A refused form is an error in the console, too.
        try await withBrowser(engine, console: nil) { _, browser in try await hearts(in: browser) }
    }

    private func hearts(in browser: Browser) async throws {
        let data = try TemporaryFolder()
        // A proxy that redirects to a sign-in page, for one hero and one search.
        let plain = try await ReverseProxy(
            .nginx, publicURLHasPort: true, isPlain: true, data: data,
            directives: """
                if ($arg_q = signin) { return 302 http://login.example:$server_port/healthz; }
                location = /favourites/1009189 { return 302 http://login.example:$server_port/healthz; }

                """)
        try await press(Self.spider, at: plain.url, browser)
        try await expectFavourites([Self.spider], at: plain.url, browser)

        try await press(Self.widow, at: plain.url, browser)
        let isShown = "document.querySelector('.toast')?.textContent.startsWith('Black Widow was not added')"
        try await browser.expect("\(isShown)")
        let isOn = "document.querySelector('[formaction$=\"/1009189\"][aria-pressed=true]')"
        #expect(try await browser.isTrue("return \(isOn) === null"))
        try await browser.type("signin\u{E007}", into: "#q")
        #expect(try await browser.arrives(at: "http://login.example:\(plain.port)/healthz"))

        _ = await plain.program.stop()
        _ = await plain.site.program.stop()

        let secure = try await ReverseProxy(.nginx, publicURLHasPort: true, data: data)
        try await expectFavourites([Self.spider], at: secure.url, browser)
        try await press(Self.thanos, at: secure.url, browser)
        try await expectFavourites([Self.thanos, Self.spider], at: secure.url, browser)

        let direct = "http://other.example:" + (secure.site.url.split(separator: ":").last ?? "")
        for asForm in [false, true] {
            try await press(Self.hulk, at: direct, browser, asForm: asForm)
            try await expectError(linkingTo: "\(secure.url)/heroes/\(Self.hulk)#hero-1009351", browser)
        }
        plain.folder.remove()
        await secure.end()
    }
}
