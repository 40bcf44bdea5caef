import Testing

/// The steps of one visitor in one browser, which starts without state.
struct BrowserSession {
    var engine = Engine.chromium
    var script = true
    var siteKind = SiteKind.shared
    /// The width of the window in CSS pixels; in Chromium only.
    var width = 1280
    /// Substrings of the messages that the console may contain at the end; nil allows any.
    var expected: [String]? = []

    /// The site that a session runs at.
    enum SiteKind {
        /// The site shared by all tests, started without options.
        case shared
        /// The shared site with pages that record their transitions.
        case instrumented
        /// A separate site with these options.
        case own([String])
    }

    /// Chromium's own messages: a page left before it was shown, a transition skipped on a busy machine (CSS View
    /// Transitions 2, its timeouts), a window resized by a test.
    private static let engineMessages = ["Page already revealed", "Transition was skipped", "Viewport size changed"]

    /// Runs the steps; in Chromium, checks the console at the end.
    func run(_ steps: (RunningSite, Browser) async throws -> Void) async throws {
        switch siteKind {
        case .shared: try await run(at: BrowserPool.shared.site(), steps)
        case .instrumented: try await run(at: BrowserPool.shared.instrumentedSite(), steps)
        case .own(let options):
            let site = try await RunningSite(options)
            do {
                try await run(at: site, steps)
            } catch {
                await site.end()
                throw error
            }
            await site.end()
        }
    }

    private func run(at site: RunningSite, _ steps: (RunningSite, Browser) async throws -> Void) async throws {
        let browser = try await BrowserPool.shared.acquire(engine, script: script)
        do {
            if engine == .chromium, width != 1280 { try await browser.resize(width: width) }
            try await steps(site, browser)
            if engine == .chromium, let expected {
                let allowed = expected + Self.engineMessages
                let console = try await browser.console()
                #expect(console.filter { line in !allowed.contains { line.contains($0) } } == [])
            }
        } catch {
            await BrowserPool.shared.discard(browser)
            throw error
        }
        await BrowserPool.shared.release(browser)
    }
}

/// Runs the steps of one visitor in a browser without state.
func withBrowser(
    _ engine: Engine = .chromium, script: Bool = true, at siteKind: BrowserSession.SiteKind = .shared,
    width: Int = 1280,
    console expected: [String]? = [], _ steps: (RunningSite, Browser) async throws -> Void
) async throws {
    try await BrowserSession(
        engine: engine, script: script, siteKind: siteKind, width: width, expected: expected
    ).run(steps)
}
