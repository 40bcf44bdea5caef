import Testing

/// What happens at a site in a browser, told from the first page to the last; nobody has been there before.
struct Story {
    var engine = Engine.chromium
    var script = true
    /// Options of a site of the story's own; without any it is the suite's.
    var options: [String] = []
    /// Of the window, in CSS pixels; Chromium's only.
    var width = 1280
    /// What the console may hold at the end, beside nothing.
    var expected: [String] = []

    /// Runs the steps; in Chromium the console has to be as expected at their end.
    func run(_ steps: (RunningSite, Browser) async throws -> Void) async throws {
        let pool = try #require(BrowserPool.current, "the suite lacks .sharedBrowsers")
        let site = options.isEmpty ? try await pool.sharedSite() : try await RunningSite(options)
        let browser = try await pool.browser(engine, script: script)
        do {
            if engine == .chromium, width != 1280 { try await browser.resize(width: width) }
            try await steps(site, browser)
            if engine == .chromium {
                let console = try await browser.console()
                // Chromium's own words where a page is left before it was seen, and where a test resizes the window.
                let allowed = expected + ["Page already revealed", "Viewport size changed"]
                #expect(console.filter { line in !allowed.contains { line.contains($0) } } == [])
            }
        } catch {
            await pool.discard(browser)
            if !options.isEmpty { _ = await site.program.stop() }
            throw error
        }
        guard !options.isEmpty else { return }
        await site.program.endsInOrder()
        site.data.remove()
    }
}

/// A story with the suite's own site and browser.
func story(
    _ engine: Engine = .chromium, script: Bool = true, options: [String] = [], width: Int = 1280,
    console expected: [String] = [], _ steps: (RunningSite, Browser) async throws -> Void
) async throws {
    try await Story(engine: engine, script: script, options: options, width: width, expected: expected).run(steps)
}
