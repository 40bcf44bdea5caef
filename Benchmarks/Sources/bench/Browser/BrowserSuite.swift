import Foundation

/// What a visitor waits for, as a real Chromium measures it: paints, shifts and the answers to clicks.
struct BrowserSuite {
    /// Milliseconds that the slow source holds every answer back.
    private static let delay = 2000
    private static let hero = "/heroes/1009610-spider-man"
    private let rounds: Rounds

    init(_ effort: Effort) { rounds = effort.rounds }

    func report() throws -> Report {
        let chromium = try Chromium()
        try chromium.command("Page.addScriptToEvaluateOnNewDocument", ["source": PaintTimes.observer])
        let site = try HeroesProgram(["serve", "--ephemeral"])
        let slow = try HeroesProgram(["gateway", "--open", "--delay", String(Self.delay)])
        let url = "http://127.0.0.1:\(site.port)"
        let warm = [
            ("list", "/heroes"), ("search", "/heroes?q=spi"), ("hero", Self.hero),
            ("comics of a hero", Self.hero + "/comics"),
        ]
        for (_, path) in warm { try chromium.open(url + path) }
        Progress.tell("browser: pages")
        let pages = try rounds.results(warm.map { page in { try PaintTimes(chromium, url + page.1) } })
        Progress.tell("browser: pages that nobody has asked for, of a slow source")
        let cold = try rounds.results(
            ["/heroes", Self.hero].map { path in
                {
                    let site = try HeroesProgram.site(on: slow)
                    defer { withExtendedLifetime(site) {} }
                    return try PaintTimes(chromium, "http://127.0.0.1:\(site.port)\(path)")
                }
            })
        Progress.tell("browser: clicks")
        let clicks = try rounds.results([
            { try Self.click(chromium, url + Self.hero, ".hero-head .heart button") },
            { try Self.click(chromium, url + "/heroes?page=2", "#heroes .card:nth-child(3) .heart button") },
        ])
        let names = warm.map(\.0) + ["list, source asleep", "hero, source asleep"]
        return report(Array(zip(names, pages + cold)), hearts: clicks.joined().map { $0 })
    }

    /// Milliseconds from pressing a heart to the next frame that shows something, as Event Timing rounds it up to 8.
    private static func click(_ chromium: Chromium, _ url: String, _ heart: String) throws -> Double {
        try chromium.open(url)
        try chromium.click(heart)
        // What is quicker than 16 ms is not told.
        try chromium.wait(until: "return document.querySelector('[aria-pressed=true]') !== null")
        let longest = try chromium.run(
            "return new Promise(r => setTimeout(() => r(Math.max(16, ...seen.events)), 100))")
        try chromium.click(heart)
        try chromium.wait(until: "return document.querySelector('[aria-pressed=true]') === null")
        return (longest as? NSNumber)?.doubleValue ?? .nan
    }

    private func report(_ pages: [(name: String, times: [PaintTimes])], hearts: [Double]) -> Report {
        var table = Table(
            "page", "first byte ms", "first paint ms", "lowest to highest", "largest paint ms", "lowest to highest",
            "shift", "blocked ms", "KB on the wire")
        for (name, times) in pages {
            let (first, largest) = (Spread(times, \.first), Spread(times, \.largest))
            table.add(
                name, Spread(times, \.firstByte).text(1, 1), first.text(), first.range(), largest.text(),
                largest.range(),
                Spread(times, \.shift).text(1, 3), Spread(times, \.blocked).text(), Spread(times, \.bytes).text(1e-3, 1)
            )
        }
        let click = Spread(hearts)
        let text = """
            ## Browser

            `script/bench browser`: pages in headless Chromium, as the browser itself measures them from the start of the \
            navigation, in \(rounds.count) rounds, each with nothing in the browser's memory. The source that is asleep \
            holds every answer back for \(Self.delay) ms, and the site on it has just begun; its largest paint is that of \
            the first part, or of what takes its place.

            \(table.text)

            A press on a heart is answered by the next frame after \(click.text()) ms in the median, at most after \
            \(click.highest.text(0)) ms (Event Timing, in steps of 8 ms).
            """
        return Report(text: text, figures: Self.figures(pages, click))
    }

    private static func figures(_ pages: [(name: String, times: [PaintTimes])], _ click: Spread) -> [Figure] {
        let weight = { (what: String, bytes: KeyPath<PaintTimes, Double>, limit: Double) in
            Figure(
                name: "browser: bytes of \(what) at most, any page",
                value: pages.flatMap(\.times).map { $0[keyPath: bytes] }.max() ?? .nan, digits: 0, goal: .atMost(limit))
        }
        return pages.flatMap { name, times -> [Figure] in
            let isAsleep = name.hasSuffix("asleep")
            let paint = Figure(
                name: "browser: ms to the first paint, \(name)", value: Spread(times, \.first).median, digits: 0,
                goal: .atMost(500))
            let begin = Figure(
                name: "browser: ms to the first byte, \(name)", value: Spread(times, \.firstByte).median, digits: 1,
                goal: .atMost(50))
            let largest = Figure(
                name: "browser: ms to the largest paint, \(name)", value: Spread(times, \.largest).median, digits: 0,
                goal: .atMost(1200))
            return isAsleep ? [begin, paint] : [paint, largest]
        } + [
            Figure(
                name: "browser: layout shift at most, any page",
                value: pages.flatMap(\.times).map(\.shift).max() ?? .nan,
                digits: 3, goal: .atMost(0.02)),
            weight("HTML", \.page, 25_000), weight("style sheets", \.style, 14_000),
            weight("scripts", \.script, 5_000),
            Figure(
                name: "browser: ms from a press to the frame that answers it", value: click.median, digits: 0,
                goal: .atMost(100)),
        ]
    }
}
