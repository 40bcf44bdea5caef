import Foundation

/// What the browser itself measured of one page: times in milliseconds from the start of the navigation.
struct PaintTimes {
    /// The first byte of the answer.
    let firstByte: Double
    /// The first text or picture.
    let first: Double
    /// The largest text or picture.
    let largest: Double
    /// How much of the page moved and how far (layout-shift).
    let shift: Double
    /// The time for which nothing could be pressed: tasks of more than 50 ms, by what is beyond them.
    let blocked: Double
    /// Bytes as they came over the wire, of the page and all that it loads at once.
    let bytes: Double
    /// Bytes of the page itself, of its style sheet and of its script, unpacked.
    let page: Double
    let style: Double
    let script: Double

    /// What every page observes from its start.
    static let observer = """
        window.seen = { largest: 0, shift: 0, blocked: 0, events: [] };
        const observe = (type, note) => new PerformanceObserver(list => list.getEntries().forEach(note))
          .observe({ type, buffered: true, durationThreshold: 16 });
        observe('largest-contentful-paint', entry => { seen.largest = entry.startTime; });
        observe('layout-shift', entry => { if (!entry.hadRecentInput) seen.shift += entry.value; });
        observe('longtask', entry => { seen.blocked += entry.duration - 50; });
        observe('event', entry => { if (entry.interactionId) seen.events.push(entry.duration); });
        """

    /// Opens a page as somebody who has never been there, and waits until it is whole.
    init(_ chromium: Chromium, _ url: String) throws {
        try chromium.command("Network.clearBrowserCache")
        try chromium.command("Network.clearBrowserCookies")
        try chromium.open(url)
        try chromium.wait(until: "return document.readyState === 'complete' && seen.largest > 0")
        let answer = try chromium.run(
            """
            const [page] = performance.getEntriesByType('navigation');
            const [first] = performance.getEntriesByName('first-contentful-paint');
            const bytes = performance.getEntriesByType('resource').reduce((sum, r) => sum + r.transferSize, page.transferSize);
            const size = end => performance.getEntriesByType('resource')
              .filter(r => new URL(r.name).pathname.endsWith(end)).reduce((sum, r) => sum + r.decodedBodySize, 0);
            return [page.responseStart, first.startTime, seen.largest, seen.shift, seen.blocked, bytes,
              page.decodedBodySize, size('/site.css'), size('.js')];
            """)
        guard let numbers = (answer as? [NSNumber])?.map(\.doubleValue), numbers.count == 9 else {
            throw Unmeasurable("the browser did not measure \(url): \(answer)")
        }
        (firstByte, first, largest) = (numbers[0], numbers[1], numbers[2])
        (shift, blocked, bytes) = (numbers[3], numbers[4], numbers[5])
        (page, style, script) = (numbers[6], numbers[7], numbers[8])
    }
}
