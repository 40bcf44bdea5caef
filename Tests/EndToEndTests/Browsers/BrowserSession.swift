import Testing

/// The steps of one visitor in one browser, from the first page to the last; the browser is as new.
struct BrowserSession {
    var engine = Engine.chromium
    var script = true
    var place = Place.shared
    /// Of the window, in CSS pixels; Chromium's only.
    var width = 1280
    /// Parts of the lines that the console may hold at the end; nil for anything.
    var expected: [String]? = []

    /// The site of a story.
    enum Place {
        /// The one of all tests, started without options.
        case shared
        /// The one of all tests whose pages note how they come into view.
        case watched
        /// One of the story's own, with these options.
        case own([String])
    }

    /// What Chromium says of itself: a page left before it was seen, a transition left out on a busy machine (CSS View
    /// Transitions 2, its timeouts), a window resized by a test.
    private static let engineWords = ["Page already revealed", "Transition was skipped", "Viewport size changed"]

    /// Runs the steps; in Chromium the console has to be as expected at their end.
    func run(_ steps: (RunningSite, Browser) async throws -> Void) async throws {
        switch place {
        case .shared: try await run(at: BrowserPool.shared.site(), steps)
        case .watched: try await run(at: BrowserPool.shared.watched(), steps)
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
        let browser = try await BrowserPool.shared.borrow(engine, script: script)
        do {
            if engine == .chromium, width != 1280 { try await browser.resize(width: width) }
            try await steps(site, browser)
            if engine == .chromium, let expected {
                let allowed = expected + Self.engineWords
                let console = try await browser.console()
                #expect(console.filter { line in !allowed.contains { line.contains($0) } } == [])
            }
        } catch {
            await BrowserPool.shared.discard(browser)
            throw error
        }
        await BrowserPool.shared.giveBack(browser)
    }
}

/// Runs the steps of one visitor at a site, in a browser that is as new.
func withBrowser(
    _ engine: Engine = .chromium, script: Bool = true, at place: BrowserSession.Place = .shared, width: Int = 1280,
    console expected: [String]? = [], _ steps: (RunningSite, Browser) async throws -> Void
) async throws {
    try await BrowserSession(
        engine: engine, script: script, place: place, width: width, expected: expected
    ).run(steps)
}
