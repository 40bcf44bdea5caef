import Foundation
import Testing

/// axe-core on every kind of page, in light and in dark.
@Suite("Accessibility checks with axe-core", .sharedBrowsers, .timeLimit(.minutes(30)))
struct AccessibilityTests {
    private static let pages = [
        "/heroes", "/heroes?q=peter", "/heroes?q=qqqq", "/heroes/1009610-spider-man",
        "/heroes/1009610-spider-man/comics", "/heroes/a-z/s", "/heroes?ids=1009610,1009189", "/favourites",
        "/favourites/move", "/about", "/events/238-civil-war", "/teams", "/teams/1939208551-avengers",
        "/people/30-stan-lee", "/heroes/1009610-spider-man/to", "/heroes/1009610-spider-man/to/1009664-thor",
        "/comics/47001-age-of-ultron-2013-1", "/series",
        "/heroes?page=9999", "/heroes?page=x", "/nowhere",
    ]

    /// Script that returns axe-core's violations, one line with rule and element each.
    static let violations = """
        return axe.run(document, { resultTypes: ['violations'] }).then(result =>
          result.passes.length < 10 ? 'hardly anything was judged' : result.violations.flatMap(v => v.nodes.map(n => v.id + ' at ' + n.target.join(' '))).join('\\n'));
        """

    @Test("no page has a violation")
    func pages() async throws {
        let axe = try String(contentsOfFile: Paths.axe, encoding: .utf8)
        // Error pages are errors in the console, too.
        try await withBrowser(console: ["page=9999", "page=x", "/nowhere"]) { site, browser in
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            try await browser.click(".hero-head .heart")
            try await browser.expect("document.querySelector('[aria-pressed=true]') !== null")
            for page in Self.pages {
                try await browser.open(site.url + page)
                _ = try await browser.run(axe)
                for scheme in ["light", "dark"] {
                    try await browser.emulateMedia("prefers-color-scheme", scheme)
                    #expect(try await browser.isTrue("return matchMedia('(prefers-color-scheme: \(scheme))').matches"))
                    #expect(try await browser.text(Self.violations) == "", "\(page), \(scheme)")
                }
            }
        }
    }
}
