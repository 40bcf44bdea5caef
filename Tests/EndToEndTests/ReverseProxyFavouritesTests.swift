import Foundation
import Support
import Testing

/// Hearts in real browsers, by addresses that are no exception from the web's rules for cookies and forms.
@Suite("Hearts behind a front", .sharedBrowsers, .timeLimit(.minutes(30)))
struct ReverseProxyFavouritesTests {
    private static let (spider, widow, hulk, thanos) = (
        "1009610-spider-man", "1009189-black-widow", "1009351-hulk", "1009652-thanos"
    )
    private static let heart = ".hero-head .heart button"

    /// Opens a hero's page and presses the heart.
    private func press(_ hero: String, at site: String, _ browser: Browser, asForm: Bool = false) async throws {
        try await browser.open(site + "/heroes/" + hero)
        #expect(try await browser.wait(until: "return document.querySelector('\(Self.heart)') !== null"))
        if asForm { _ = try await browser.run("document.querySelector('.hero-head .heart').plain = true") }
        try await browser.click(Self.heart)
    }

    private func keeps(_ heroes: [String], at site: String, _ browser: Browser) async throws {
        let ids = heroes.map { "hero-" + $0.prefix { $0 != "-" } }.joined(separator: ",")
        let isOn = "document.querySelector('\(Self.heart)[aria-pressed=true]') !== null"
        // What was pressed just now is answered before it is looked for elsewhere.
        _ = try await browser.wait(until: "return document.querySelector('\(Self.heart)') === null || \(isOn)")
        try await browser.open(site + "/favourites")
        let shown = try await browser.text("return [...document.querySelectorAll('.card')].map(c => c.id).join()")
        #expect(shown == ids, "\(site)")
    }

    /// Waits for a page that does not call the heart kept, and leads to that address.
    private func isRefused(leadingTo address: String, _ browser: Browser) async throws {
        let text = "document.querySelector('.failure h1')?.textContent === 'Your favourite was not saved'"
        #expect(try await browser.wait(until: "return document.readyState === 'complete' && \(text)"))
        #expect(try await browser.text("return document.querySelector('.failure a').href") == address)
    }

    @Test(
        "hearts are kept by http on a port, beside another site's, and from there on by https; else nobody says so",
        arguments: [Engine.chromium, .firefox])
    func hearts(_ engine: Engine) async throws {
        // A form that is refused is an error to the console, too.
        try await withBrowser(engine, console: nil) { _, browser in try await hearts(in: browser) }
    }

    private func hearts(in browser: Browser) async throws {
        let data = try TemporaryFolder()
        // A proxy that wants visitors to sign in again, of one hero and one search.
        let plain = try await ReverseProxy(
            .nginx, isNamedByPort: true, isPlain: true, data: data,
            directives: """
                if ($arg_q = signin) { return 302 http://login.example:$server_port/healthz; }
                location = /favourites/1009189 { return 302 http://login.example:$server_port/healthz; }

                """)
        try await press(Self.spider, at: plain.url, browser)
        try await keeps([Self.spider], at: plain.url, browser)

        try await press(Self.widow, at: plain.url, browser)
        let told = "document.querySelector('.toast')?.textContent.startsWith('Black Widow was not added')"
        #expect(try await browser.wait(until: "return \(told)"))
        #expect(try await browser.holds("return document.querySelector('[aria-pressed=true]') === null"))
        try await browser.type("signin\u{E007}", into: "#q")
        #expect(try await browser.arrives(at: "http://login.example:\(plain.port)/healthz"))

        let other = try await RunningSite()
        let otherURL = "http://heroes.example:" + (other.url.split(separator: ":").last ?? "")
        try await press(Self.hulk, at: otherURL, browser)
        try await keeps([Self.hulk], at: otherURL, browser)
        try await keeps([Self.spider], at: plain.url, browser)
        await other.end()
        _ = await plain.program.stop()
        _ = await plain.site.program.stop()

        let secure = try await ReverseProxy(.nginx, isNamedByPort: true, data: data)
        try await keeps([Self.spider], at: secure.url, browser)
        try await press(Self.thanos, at: secure.url, browser)
        try await keeps([Self.thanos, Self.spider], at: secure.url, browser)

        let direct = "http://other.example:" + (secure.site.url.split(separator: ":").last ?? "")
        for asForm in [false, true] {
            try await press(Self.hulk, at: direct, browser, asForm: asForm)
            try await isRefused(leadingTo: "\(secure.url)/heroes/\(Self.hulk)#hero-1009351", browser)
        }
        plain.folder.remove()
        await secure.end()
    }
}
