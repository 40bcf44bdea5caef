import Foundation
import Testing

/// Transitions between pages, observed by `pagereveal` and the pages' animations.
@Suite("Transitions between pages", .sharedBrowsers, .timeLimit(.minutes(30)))
struct TransitionTests {
    private static let id = 1_009_610

    private static let team = "/teams/1549603999-future-foundation"
    /// Lists with the hero; the catalogue has the hero on that page.
    static let lists = ["/heroes?page=25", "/heroes?q=spider-man", "/favourites", "/heroes?ids=\(id),1009189", team]

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

        /// Returns true if the hero's portrait and name move from one page to the other.
        func movesHero(_ id: Int) -> Bool { moves("hero-\(id)", "name-\(id)") }

        /// Returns true if a picture and a name move from one page to the other.
        func moves(_ picture: String, _ name: String) -> Bool {
            let parts = ["group", "old", "new"].flatMap { ["\($0)(\(picture))", "\($0)(\(name))"] }
            return error == nil && Set(parts).isSubset(of: moves.map(\.what))
        }

        /// Returns the layers above the hero's part, such as `hero-1009610`, while it moves.
        func layers(over part: String, of id: Int) -> [String] {
            let layer = moves.first { $0.group == part }?.layer ?? 0
            let others = moves.filter { $0.layer >= layer && !$0.group.hasSuffix("-\(id)") }
            // Layers with a delay appear only at the end of the movement.
            return others.filter { $0.delay < 200 }.map(\.what)
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
        "portrait and name move to the hero's page, and back by link, Back and Forward, from every list",
        arguments: [
            (Engine.chromium, lists[0]), (.chromium, lists[2]), (.chromium, lists[3]), (.chromium, team),
            (.webKit, lists[1]), (.webKit, team),
        ])
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
            #expect(there.movesHero(Self.id), "to the hero: \(there.summary)")
            for part in ["hero-\(Self.id)", "name-\(Self.id)"] {
                for reveal in [there, forward] { #expect(reveal.layers(over: part, of: Self.id) == [], "\(part)") }
            }
            for reveal in [back, home] { #expect(reveal.layers(over: "hero-\(Self.id)", of: Self.id) == [], "\(path)") }
            #expect(reveals.allSatisfy { $0.moves.allSatisfy { $0.delay + $0.time <= 400 } })
            // The browser chooses between its back/forward cache and a new load.
            for (reveal, path) in [(back, path), (forward, there.path), (home, path)] {
                #expect(reveal.path == path, "\(reveal.summary)")
                #expect(reveal.movesHero(Self.id), "\(path): \(reveal.summary)")
            }
        }
    }

    @Test(
        "cover and title move from a hero to an event, a portrait from there to its hero, and both back",
        arguments: [Engine.chromium, .webKit])
    func workTransition(_ engine: Engine) async throws {
        try await withBrowser(engine, at: .instrumented) { site, browser in
            var hero = 0
            let reveals = try await withoutSkippedTransitions {
                // An event of this hero that is on the first page of all events.
                try await start(browser, at: site.url + "/heroes/1011490-hank-pym")
                try await browser.click("#events-314 a")
                var reveals = [try await reveal(1, browser)]
                hero = try await browser.number("return Number(document.querySelector('.card').id.slice(5))")
                try await browser.click(".card > a")
                reveals.append(try await reveal(2, browser))
                try await browser.click(".back a")
                reveals.append(try await reveal(3, browser))
                try await browser.click(".back a")
                reveals.append(try await reveal(4, browser))
                return reveals
            }
            let (event, portrait) = (("events-314", "events-name-314"), ("hero-\(hero)", "name-\(hero)"))
            for (reveal, (path, moving)) in zip(
                reveals,
                [("/events/314", event), ("/heroes/\(hero)-", portrait), ("/events/314", portrait), ("/events", event)]
            ) {
                #expect(reveal.path.hasPrefix(path), "\(reveal.summary)")
                #expect(reveal.moves(moving.0, moving.1), "\(path): \(reveal.summary)")
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
            #expect(there.movesHero(Self.id), "\(there.summary)")
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

    @Test("portrait and name enter by an animation of their own only without transitions", arguments: Engine.allCases)
    func entry(_ engine: Engine) async throws {
        try await withBrowser(engine) { site, browser in
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
