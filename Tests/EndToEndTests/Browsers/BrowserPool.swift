import Testing

/// The browsers and the site that the tests of a suite share, one test after the other; they end with the suite.
actor BrowserPool {
    @TaskLocal static var current: BrowserPool?

    private var browsers: [Kind: Browser] = [:]
    private var site: RunningSite?

    private struct Kind: Hashable {
        let engine: Engine
        let script: Bool
    }

    /// A browser that nobody has used yet, or one that has forgotten who did.
    func browser(_ engine: Engine, script: Bool) async throws -> Browser {
        let kind = Kind(engine: engine, script: script || engine == .chromium)
        let browser: Browser
        if let started = browsers[kind] {
            try await started.forget(at: sharedSite().url)
            browser = started
        } else {
            browser = try await Browser(engine, script: kind.script)
            browsers[kind] = browser
        }
        // Of Chromium one is enough, in which script can be switched off.
        if !script, engine == .chromium { try await browser.switchScriptOff() }
        return browser
    }

    func sharedSite() async throws -> RunningSite {
        if let site { return site }
        let started = try await RunningSite()
        site = started
        return started
    }

    /// Ends a browser in which something went wrong, so that the next test gets another.
    func discard(_ browser: Browser) async {
        for (kind, other) in browsers where other === browser { browsers[kind] = nil }
        await browser.close()
    }

    func close() async {
        for browser in browsers.values { await browser.close() }
        browsers = [:]
        await site?.program.endsInOrder()
        site = nil
    }
}

/// Gives a suite a pool of its own.
struct SharedBrowsers: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let pool = BrowserPool()
        do {
            try await BrowserPool.$current.withValue(pool) { try await function() }
        } catch {
            await pool.close()
            throw error
        }
        await pool.close()
    }
}

extension Trait where Self == SharedBrowsers {
    static var sharedBrowsers: Self { Self() }
}
