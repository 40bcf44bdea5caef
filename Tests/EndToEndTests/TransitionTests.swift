import Foundation
import Testing

/// Transitions between pages, observed by `pagereveal` and the pages' animations.
@Suite("Transitions between pages", .sharedBrowsers, .timeLimit(.minutes(30)))
struct TransitionTests {
    private static let id = 1_009_610

    private static let list = "/heroes?page=25"

    /// A page and a card or an item on it, of each kind that leads to a page with its picture.
    static let cards = [
        ("/", "[aria-labelledby=known] .card"), (list, "#hero-\(id)"), ("/heroes?q=spider-man", "#hero-\(id)"),
        ("/heroes/1009718-wolverine", ".shelf .card"), ("/teams/1549603999-future-foundation", "#hero-\(id)"),
        ("/heroes/1011490-hank-pym", ".work[id^=events-]"), ("/heroes/\(id)-spider-man", ".work[id^=comics-]"),
        ("/events", ".work"),
    ]

    /// A page that came into view, as recorded by `InstrumentedSite`.
    private struct PageReveal: Decodable {
        let path: String
        let moves: [Move]
        let error: String?

        struct Move: Decodable {
            let what: String
            let name: String?
            let from: Frame
            let time: Double
            let delay: Double
            let layer: Int

            /// The transition group: `hero-1009610` of `old(hero-1009610)`.
            var group: Substring { what.drop { $0 != "(" }.dropFirst().dropLast() }
        }

        struct Frame: Decodable {
            let transform: String?
            let width: String?
            let height: String?
        }

        /// Returns the names of the picture and the text of a card with this id, such as `hero-1009610`.
        private func groups(_ card: String) -> [String] {
            let parts = card.split(separator: "-")
            return [card, card.hasPrefix("hero-") ? "name-\(parts[1])" : "\(parts[0])-name-\(parts[1])"]
        }

        /// Returns true if picture and name of the card move from one page to the other.
        func moves(_ card: String) -> Bool {
            let parts = ["group", "old", "new"].flatMap { part in groups(card).map { "\(part)(\($0))" } }
            return error == nil && Set(parts).isSubset(of: moves.map(\.what))
        }

        /// Returns true if picture and name of the card move above all others, except those of the page that was left.
        func raises(_ card: String) -> Bool {
            let layers = Dictionary(grouping: moves.filter { $0.what.hasPrefix("group(") }, by: \.layer)
            let top = layers.max { $0.key < $1.key }?.value ?? []
            return Set(groups(card)).isSubset(of: top.map { String($0.group) }) && top.count <= 4
        }

        var summary: String { "\(error ?? "") \(moves.map(\.what).sorted())" }

        func animations(of layer: String) -> Set<String> { Set(moves.filter { $0.what == layer }.compactMap(\.name)) }
    }

    /// Returns the last page that came into view, once there are this many.
    private func reveal(_ count: Int, _ browser: Browser) async throws -> PageReveal {
        #expect(
            try await browser.wait(until: "return JSON.parse(sessionStorage.seen ?? '[]').length === \(count)"),
            "\(count) pages")
        let text = try await browser.text("return sessionStorage.seen")
        return try #require(try JSONDecoder().decode([PageReveal].self, from: Data(text.utf8)).last)
    }

    /// Opens a page and clears the recorded pages, including this one, which may be loaded before it comes into view.
    private func start(_ browser: Browser, at url: String) async throws {
        try await browser.open(url)
        try await browser.expect("window.isNoted === true")
        _ = try await browser.run("sessionStorage.removeItem('seen')")
    }

    @Test(
        "picture and name move to a page from cards of each kind, and on Back home, above all others",
        arguments: [Engine.chromium, .webKit], cards)
    func card(_ engine: Engine, _ place: (page: String, card: String)) async throws {
        try await withBrowser(engine, at: .instrumented) { site, browser in
            var card = ""
            let reveals = try await withoutSkippedTransitions {
                try await start(browser, at: site.url + place.page)
                card = try await browser.text("return document.querySelector('\(place.card)').id")
                try await browser.click("#\(card) a")
                let there = try await reveal(1, browser)
                try await browser.back()
                return [there, try await reveal(2, browser)]
            }
            #expect(reveals[1].path == place.page)
            for reveal in reveals {
                #expect(reveal.moves(card), "\(reveal.path): \(reveal.summary)")
                #expect(reveal.raises(card), "\(reveal.path)")
                #expect(reveal.moves.allSatisfy { $0.delay + $0.time <= 400 })
            }
        }
    }

    @Test(
        "portrait and name move to the hero's page, and back by link, Back and Forward",
        arguments: [(Engine.chromium, "/favourites"), (.chromium, "/heroes?ids=\(id),1009189"), (.webKit, list)])
    func heroTransition(_ engine: Engine, _ path: String) async throws {
        try await withBrowser(engine, at: .instrumented) { site, browser in
            if path == "/favourites" {
                try await browser.open(site.url + "/heroes/\(Self.id)-spider-man")
                try await browser.click(".hero-head .heart")
                try await browser.expect("document.querySelector('[aria-pressed=true]') !== null && \(Browser.isIdle)")
            }
            let reveals = try await withoutSkippedTransitions {
                try await self.roundTrip(browser, from: site.url + path)
            }
            let (there, back, forward, home) = (reveals[0], reveals[1], reveals[2], reveals[3])
            #expect(there.path.hasPrefix("/heroes/\(Self.id)-spider-man"))
            for (reveal, path) in [(there, there.path), (back, path), (forward, there.path), (home, path)] {
                #expect(reveal.path == path, "\(reveal.summary)")
                #expect(reveal.moves("hero-\(Self.id)"), "\(path): \(reveal.summary)")
                #expect(reveal.raises("hero-\(Self.id)"), "\(path)")
            }
        }
    }

    @Test("portrait and name move from the results of a typed search", arguments: [Engine.chromium, .webKit])
    func typedSearch(_ engine: Engine) async throws {
        try await withBrowser(engine, at: .instrumented) { site, browser in
            let there = try await withoutSkippedTransitions {
                try await start(browser, at: site.url + "/heroes")
                try await browser.type("spider-man", into: "#q")
                // The results of fewer letters have the hero, too, and are replaced.
                let isDone = "!document.querySelector('main').ariaBusy"
                try await browser.expect("location.search === '?q=spider-man' && \(isDone)")
                try await browser.click("#hero-\(Self.id) > a")
                return [try await reveal(1, browser)]
            }[0]
            #expect(there.moves("hero-\(Self.id)"), "\(there.summary)")
        }
    }

    /// Records the pages of a run, and repeats it for the steps without animations: a busy engine may skip a transition
    /// (CSS View Transitions 2, its timeouts), but not a part of it.
    private func withoutSkippedTransitions(_ run: () async throws -> [PageReveal]) async throws -> [PageReveal] {
        var reveals = try await run()
        for _ in 0..<39 where reveals.contains(where: \.moves.isEmpty) {
            for (step, reveal) in try await run().enumerated() where reveals[step].moves.isEmpty {
                reveals[step] = reveal
            }
        }
        return reveals
    }

    /// Navigates to the hero by a link, back, forward, and to the list by a link.
    private func roundTrip(_ browser: Browser, from url: String) async throws -> [PageReveal] {
        try await start(browser, at: url)
        try await browser.click("#hero-\(Self.id) > a")
        var reveals = [try await reveal(1, browser)]
        try await browser.back()
        reveals.append(try await reveal(2, browser))
        try await browser.forward()
        reveals.append(try await reveal(3, browser))
        try await browser.click(".back a")
        reveals.append(try await reveal(4, browser))
        return reveals
    }

    @Test("pages slide in the direction of paging, also on Back, and the header does not move")
    func paging() async throws {
        try await withBrowser(at: .instrumented) { site, browser in
            let reveals = try await withoutSkippedTransitions { try await self.turnPages(browser, at: site.url) }
            let size = try await browser.text(
                """
                const box = document.querySelector('.masthead').getBoundingClientRect();
                return `matrix(1, 0, 0, 1, ${box.left}, ${box.top}) ${box.width}px ${box.height}px`
                """)
            for (reveal, (page, side)) in zip(reveals, [(3, "to-start"), (2, "to-end"), (3, "to-start")]) {
                #expect(reveal.path == "/heroes?page=\(page)")
                #expect(reveal.error == nil)
                #expect(
                    reveal.animations(of: "old(page-\(5 - page))").contains(side), "to page \(page): \(reveal.summary)")
                let header = try #require(reveal.moves.first { $0.what == "group(masthead)" }?.from)
                #expect(size == "\(header.transform ?? "") \(header.width ?? "") \(header.height ?? "")")
            }
        }
    }

    /// Navigates from the second page to the third, to the second by its link, and back.
    private func turnPages(_ browser: Browser, at url: String) async throws -> [PageReveal] {
        try await start(browser, at: url + "/heroes?page=2")
        var reveals: [PageReveal] = []
        for relation in ["next", "prev"] {
            // Without scrolling, as from the keyboard.
            _ = try await browser.run("document.querySelector('.paging a[rel=\(relation)]').click()")
            reveals.append(try await reveal(reveals.count + 1, browser))
        }
        try await browser.back()
        return reveals + [try await reveal(3, browser)]
    }

    @Test("the header does not move between a long page and a short one")
    func header() async throws {
        try await withBrowser(at: .instrumented) { site, browser in
            let box = "JSON.stringify(document.querySelector('.masthead').getBoundingClientRect())"
            var long = ""
            let page = try await withoutSkippedTransitions {
                try await start(browser, at: site.url + "/heroes")
                long = try await browser.text("return \(box)")
                try await browser.click(".masthead .favourites-link")
                return [try await reveal(1, browser)]
            }[0]
            #expect(page.path == "/favourites")
            #expect(!page.moves.isEmpty)
            #expect(try await browser.text("return \(box)") == long)
        }
    }

    @Test("with reduced motion there is no transition, forward or back")
    func reducedMotion() async throws {
        try await withBrowser(at: .instrumented) { site, browser in
            try await browser.emulateMedia("prefers-reduced-motion", "reduce")
            try await start(browser, at: site.url + "/heroes?q=spider-man")
            try await browser.click("#hero-\(Self.id) > a")
            #expect(try await reveal(1, browser).moves.isEmpty)
            try await browser.back()
            #expect(try await reveal(2, browser).moves.isEmpty)
        }
    }

    @Test("Firefox navigates without transitions, forward and back")
    func firefox() async throws {
        try await withBrowser(.firefox, at: .instrumented) { site, browser in
            try await browser.open(site.url + "/heroes?q=spider-man")
            try await browser.click("#hero-\(Self.id) > a")
            try await browser.expect("document.querySelectorAll('.works .work').length > 0")
            try await browser.back()
            #expect(try await browser.arrives(at: site.url + "/heroes?q=spider-man"))
            try await browser.forward()
            try await browser.expect("document.querySelectorAll('.works .work').length > 0")
            try await browser.click(".back a")
            #expect(try await browser.arrives(at: site.url + "/heroes?q=spider-man#hero-\(Self.id)"))
            let json = try await browser.text("return sessionStorage.seen ?? '[]'")
            let reveals = try JSONDecoder().decode([PageReveal].self, from: Data(json.utf8))
            #expect(reveals.allSatisfy { $0.moves.isEmpty && $0.error == nil })
        }
    }

    /// Pauses the transition to each page, so that its frames can be looked at one by one; `paused` has its animations,
    /// none if the engine skipped it.
    private static let pause = """
        addEventListener('pagehide', () => { delete window.paused; });
        addEventListener('pagereveal', async ({ viewTransition }) => {
          await viewTransition?.ready.catch(() => {});
          window.paused = document.getAnimations().filter(a => a.effect?.pseudoElement?.startsWith('::view'));
          for (const animation of paused) animation.pause();
        });
        """

    @Test("no frame of a transition is nearly empty paper: to a hero, on Back, and to the next page")
    func frames() async throws {
        try await withBrowser(at: .instrumented) { site, browser in
            try await browser.addInitScript(Self.pause)
            let steps: [(name: String, leave: () async throws -> Void)] = [
                ("to a hero", { try await browser.click("#list .card:nth-child(3) > a") }),
                ("back", { try await browser.back() }),
                ("next", { try await browser.click(".paging a[rel=next]") }),
            ]
            var frames: [[Int]] = []
            for _ in 0..<20 where frames.contains([]) || frames.isEmpty {
                try await browser.open(site.url + "/heroes?page=2")
                try await browser.expect("window.paused !== undefined")
                frames = []
                for step in steps {
                    // A page is captured as it was last drawn.
                    _ = try await browser.screenshot()
                    try await step.leave()
                    frames.append(try await self.frames(browser))
                }
            }
            for (ink, step) in zip(frames, steps) {
                let least = min(ink.first ?? 0, ink.last ?? 0) / 2
                #expect(least > 0, "\(step.name)")
                #expect(ink.allSatisfy { $0 > least }, "\(step.name): \(ink)")
            }
        }
    }

    /// Returns the pixels that differ from the paper in the frames of the transition to this page; none if there is no
    /// transition.
    private func frames(_ browser: Browser) async throws -> [Int] {
        try await browser.expect("window.paused !== undefined && document.readyState === 'complete'")
        guard try await browser.number("return paused.length") > 0 else { return [] }
        var ink: [Int] = []
        for time in stride(from: 0, through: 400, by: 40) {
            _ = try await browser.run("for (const animation of paused) animation.currentTime = \(time)")
            ink.append(
                try await browser.pixels(
                    """
                    let ink = 0;
                    const paper = [245, 241, 232];
                    for (let i = 0; i < data.length; i += 4) {
                      if (paper.some((value, channel) => Math.abs(data[i + channel] - value) > 40)) ink++;
                    }
                    return ink;
                    """))
        }
        _ = try await browser.run("for (const animation of paused) animation.finish()")
        return ink
    }

    @Test("portrait and name enter by an animation of their own only without transitions", arguments: Engine.allCases)
    func entry(_ engine: Engine) async throws {
        try await withBrowser(engine, at: .instrumented) { site, browser in
            try await browser.open(site.url + "/heroes/\(Self.id)-spider-man")
            let names = try await browser.text(
                """
                return [...document.querySelectorAll('.hero-side > .portrait, h1, .card .portrait')].slice(0, 3)
                  .map(part => getComputedStyle(part).animationName).join();
                """)
            #expect(names == (engine == .firefox ? "enter,enter,none" : "none,none,none"))
        }
    }
}
