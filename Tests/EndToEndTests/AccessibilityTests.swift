import Foundation
import Testing

/// Every kind of page judged by axe-core, in light and in dark.
@Suite("Accessibility, judged by axe-core", .sharedBrowsers, .timeLimit(.minutes(30)))
struct AccessibilityTests {
    private static let pages = [
        "/heroes", "/heroes?page=2", "/heroes?q=spi", "/heroes?q=qqqq", "/heroes/1009610-spider-man",
        "/heroes/1009610-spider-man/comics", "/heroes/a-z/s", "/heroes?ids=1009610,1009189", "/favourites",
        "/favourites/move", "/heroes?page=9999", "/heroes?page=x", "/nowhere",
    ]

    /// What axe-core finds wrong with the page: rule and element, one a line.
    private static let judgement = """
        return axe.run(document, { resultTypes: ['violations'] }).then(result =>
          result.passes.length < 10 ? 'hardly anything was judged' : result.violations.flatMap(v => v.nodes.map(n => v.id + ' at ' + n.target.join(' '))).join('\\n'));
        """

    @Test("no page has a violation")
    func pages() async throws {
        let axe = try String(contentsOfFile: Paths.axe, encoding: .utf8)
        // Pages of failures are failures to the console, too.
        try await withBrowser(console: ["page=9999", "page=x", "/nowhere"]) { site, browser in
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            try await browser.click(".hero-head .heart button")
            #expect(try await browser.wait(until: "return document.querySelector('[aria-pressed=true]') !== null"))
            for page in Self.pages {
                try await browser.open(site.url + page)
                _ = try await browser.run(axe)
                for scheme in ["light", "dark"] {
                    try await browser.prefer("prefers-color-scheme", scheme)
                    #expect(try await browser.holds("return matchMedia('(prefers-color-scheme: \(scheme))').matches"))
                    #expect(try await browser.text(Self.judgement) == "", "\(page), \(scheme)")
                }
            }
        }
    }
}
