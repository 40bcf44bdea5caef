import Foundation

/// The list's first and largest paint in Chromium.
struct BrowserSuite {
    private let rounds: Rounds

    init(_ effort: Effort) { rounds = effort.rounds }

    func report() async throws -> Report {
        let chromium = try Chromium()
        try chromium.command("Page.addScriptToEvaluateOnNewDocument", ["source": Self.observer])
        let site = try Peer.site()
        let url = "http://127.0.0.1:\(site.port)/heroes"
        try chromium.open(url)
        let times = try await rounds.results([{ try Self.paint(chromium, url) }])[0]
        return withExtendedLifetime(site) {
            Report(
                note: "browser: headless Chromium's own times from the start of the navigation, with an empty cache.",
                figures: [
                    Figure("browser: ms to the list's first paint", Spread(times, \.first), digits: 0, .atMost(500)),
                    Figure("browser: ms to its largest paint", Spread(times, \.largest), digits: 0, .atMost(1200)),
                ])
        }
    }

    private static let observer = """
        window.largest = 0;
        new PerformanceObserver(list => list.getEntries().forEach(entry => { window.largest = entry.startTime; }))
          .observe({ type: 'largest-contentful-paint', buffered: true });
        """

    /// Opens a page as a visitor who has never been there; returns milliseconds.
    private static func paint(_ chromium: Chromium, _ url: String) throws -> (first: Double, largest: Double) {
        try chromium.command("Network.clearBrowserCache")
        try chromium.command("Network.clearBrowserCookies")
        try chromium.open(url)
        try chromium.wait(until: "return document.readyState === 'complete' && window.largest > 0")
        let script = "return [performance.getEntriesByName('first-contentful-paint')[0].startTime, window.largest];"
        guard let times = (try chromium.run(script) as? [NSNumber])?.map(\.doubleValue), times.count == 2 else {
            throw BenchmarkError("the browser did not measure \(url)")
        }
        return (times[0], times[1])
    }
}
