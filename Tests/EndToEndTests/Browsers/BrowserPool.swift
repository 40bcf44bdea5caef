import Testing

/// Browsers and sites shared by all tests: one test at a time uses a browser, any number use a site. They end with the
/// last suite that uses them.
actor BrowserPool {
    static let shared = BrowserPool()

    /// The number of browsers of an engine. Most tests use Chromium; the others only compete for the processors.
    private static func capacity(_ engine: Engine) -> Int { engine == .chromium ? 3 : 1 }

    private var suites = 0
    private var counts: [Engine: Int] = [:]
    private var idle: [Engine: [Browser]] = [:]
    private var waiting: [Engine: [CheckedContinuation<Void, Never>]] = [:]
    private var instrumentedFolders: InstrumentedSite?
    private var sites: [[String]: Task<RunningSite, any Error>] = [:]

    /// Returns a browser without state of other tests; waits while all of the engine are in use. Script can be disabled in
    /// Chromium only.
    func acquire(_ engine: Engine, script: Bool) async throws -> Browser {
        while idle[engine, default: []].isEmpty, counts[engine, default: 0] >= Self.capacity(engine) {
            await withCheckedContinuation { waiting[engine, default: []].append($0) }
        }
        let browser = try await idleOrNewBrowser(engine)
        if !script { try await browser.disableScript() }
        return browser
    }

    private func idleOrNewBrowser(_ engine: Engine) async throws -> Browser {
        if let browser = idle[engine]?.popLast() {
            do {
                try await browser.clearState(at: site().url)
                return browser
            } catch {
                await discard(browser)
                throw error
            }
        }
        counts[engine, default: 0] += 1
        do {
            return try await Browser(engine)
        } catch {
            counts[engine, default: 1] -= 1
            wakeNext(engine)
            throw error
        }
    }

    func release(_ browser: Browser) {
        idle[browser.engine, default: []].append(browser)
        wakeNext(browser.engine)
    }

    /// Closes a browser after a failure, so that the next test gets another.
    func discard(_ browser: Browser) async {
        counts[browser.engine, default: 1] -= 1
        wakeNext(browser.engine)
        await browser.close()
    }

    private func wakeNext(_ engine: Engine) {
        if waiting[engine]?.isEmpty == false { waiting[engine]?.removeFirst().resume() }
    }

    /// Returns the site with these options, for tests that change only their own favourites.
    func site(_ options: [String] = []) async throws -> RunningSite {
        let start = sites[options] ?? Task { try await RunningSite(options) }
        sites[options] = start
        return try await start.value
    }

    /// Returns the site with pages that record their transitions.
    func instrumentedSite() async throws -> RunningSite {
        let folders = try instrumentedFolders ?? InstrumentedSite()
        instrumentedFolders = folders
        // A page that is streamed because the machine is busy has no portraits yet when it comes into view.
        return try await site(folders.options + ["HEROES_TEST_PATIENCE=60000"])
    }

    fileprivate func suiteStarted() { suites += 1 }

    fileprivate func suiteEnded() async {
        suites -= 1
        guard suites == 0 else { return }
        let (browsers, started) = (idle.values.joined(), sites.values)
        (idle, counts, sites) = ([:], [:], [:])
        for browser in browsers { await browser.close() }
        // A site that did not start has failed the tests that use it.
        for site in started { await (try? site.value)?.end() }
    }
}

/// Keeps the shared browsers open while a suite runs.
struct SharedBrowsers: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await BrowserPool.shared.suiteStarted()
        let result: Result<Void, any Error>
        do { result = .success(try await function()) } catch { result = .failure(error) }
        await BrowserPool.shared.suiteEnded()
        try result.get()
    }
}

extension Trait where Self == SharedBrowsers {
    static var sharedBrowsers: Self { Self() }
}
