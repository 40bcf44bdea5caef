import Testing

/// Browsers and sites that all tests share: a browser is used by one test at a time, a site by any number. They end with
/// the last suite that uses them.
actor BrowserPool {
    static let shared = BrowserPool()

    /// Browsers of a kind at most: more would only wait for the processor.
    private static let capacity = 2

    private var suites = 0
    private var counts: [Browser.Kind: Int] = [:]
    private var idle: [Browser.Kind: [Browser]] = [:]
    private var waiting: [Browser.Kind: [CheckedContinuation<Void, Never>]] = [:]
    private var watchedSite: WatchedSite?
    private var sites: [[String]: Task<RunningSite, any Error>] = [:]

    /// A browser without any trace of other tests; waits while all of the kind are in use.
    func borrow(_ engine: Engine, script: Bool) async throws -> Browser {
        // Of Chromium one kind is enough, in which script can be switched off.
        let kind = Browser.Kind(engine: engine, script: script || engine == .chromium)
        while idle[kind, default: []].isEmpty, counts[kind, default: 0] >= Self.capacity {
            await withCheckedContinuation { waiting[kind, default: []].append($0) }
        }
        let browser = try await unused(kind)
        if !script, engine == .chromium { try await browser.switchScriptOff() }
        return browser
    }

    private func unused(_ kind: Browser.Kind) async throws -> Browser {
        if let browser = idle[kind]?.popLast() {
            do {
                try await browser.forget(at: site().url)
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

    func giveBack(_ browser: Browser) {
        idle[browser.kind, default: []].append(browser)
        wakeNext(browser.kind)
    }

    /// Ends a browser in which something went wrong, so that the next test gets another.
    func discard(_ browser: Browser) async {
        counts[browser.kind, default: 1] -= 1
        wakeNext(browser.kind)
        await browser.close()
    }

    private func wakeNext(_ kind: Browser.Kind) {
        if waiting[kind]?.isEmpty == false { waiting[kind]?.removeFirst().resume() }
    }

    /// The site with these options, for tests that leave it as it is but for favourites of their own.
    func site(_ options: [String] = []) async throws -> RunningSite {
        let start = sites[options] ?? Task { try await RunningSite(options) }
        sites[options] = start
        return try await start.value
    }

    /// The site whose pages note how they come into view.
    func watched() async throws -> RunningSite {
        let folders = try watchedSite ?? WatchedSite()
        watchedSite = folders
        return try await site(folders.options)
    }

    fileprivate func enter() { suites += 1 }

    fileprivate func leave() async {
        suites -= 1
        guard suites == 0 else { return }
        let (browsers, started) = (idle.values.joined(), sites.values)
        (idle, counts, sites) = ([:], [:], [:])
        for browser in browsers { await browser.close() }
        // A site that did not start has failed the tests that asked for it.
        for site in started { await (try? site.value)?.end() }
    }
}

/// Keeps the shared browsers while a suite runs.
struct SharedBrowsers: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await BrowserPool.shared.enter()
        let result: Result<Void, any Error>
        do { result = .success(try await function()) } catch { result = .failure(error) }
        await BrowserPool.shared.leave()
        try result.get()
    }
}

extension Trait where Self == SharedBrowsers {
    static var sharedBrowsers: Self { Self() }
}
