import Testing

/// Browsers and sites shared by all tests: one test at a time uses a browser, any number use a site. They end with the
/// last suite that uses them.
actor BrowserPool {
    static let shared = BrowserPool()

    /// The number of browsers of a kind: more would only compete for the processor.
    private static let capacity = 2

    private var suites = 0
    private var counts: [Browser.Kind: Int] = [:]
    private var idle: [Browser.Kind: [Browser]] = [:]
    private var waiting: [Browser.Kind: [CheckedContinuation<Void, Never>]] = [:]
    private var instrumentedFolders: InstrumentedSite?
    private var sites: [[String]: Task<RunningSite, any Error>] = [:]

    /// Returns a browser without state of other tests; waits while all of the kind are in use.
    func acquire(_ engine: Engine, script: Bool) async throws -> Browser {
        // One kind of Chromium is enough, since script can be disabled later.
        let kind = Browser.Kind(engine: engine, script: script || engine == .chromium)
        while idle[kind, default: []].isEmpty, counts[kind, default: 0] >= Self.capacity {
            await withCheckedContinuation { waiting[kind, default: []].append($0) }
        }
        let browser = try await idleOrNewBrowser(kind)
        if !script, engine == .chromium { try await browser.disableScript() }
        return browser
    }

    private func idleOrNewBrowser(_ kind: Browser.Kind) async throws -> Browser {
        if let browser = idle[kind]?.popLast() {
            do {
                try await browser.clearState(at: site().url)
                return browser
            } catch {
                await discard(browser)
                throw error
            }
        }
        counts[kind, default: 0] += 1
        do {
            return try await Browser(kind)
        } catch {
            counts[kind, default: 1] -= 1
            wakeNext(kind)
            throw error
        }
    }

    func release(_ browser: Browser) {
        idle[browser.kind, default: []].append(browser)
        wakeNext(browser.kind)
    }

    /// Closes a browser after a failure, so that the next test gets another.
    func discard(_ browser: Browser) async {
        counts[browser.kind, default: 1] -= 1
        wakeNext(browser.kind)
        await browser.close()
    }

    private func wakeNext(_ kind: Browser.Kind) {
        if waiting[kind]?.isEmpty == false { waiting[kind]?.removeFirst().resume() }
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
