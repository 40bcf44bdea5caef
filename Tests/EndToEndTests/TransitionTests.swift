import Foundation
import Testing

/// How pages come into view, as engines tell it by `pagereveal` and their animations.
@Suite("Transitions between pages", .sharedBrowsers, .timeLimit(.minutes(30)))
struct TransitionTests {
    private static let id = 1_009_610

    /// Lists with the hero on them; the catalogue has the hero on that page.
    static let lists = ["/heroes?page=10", "/heroes?q=spider-man", "/favourites", "/heroes?ids=\(id),1009189"]

    /// One page that came into view, as `WatchedSite` notes it.
    private struct Sight: Decodable {
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

            /// Of what it moves: `hero-1009610` of `old(hero-1009610)`.
            var group: Substring { what.drop { $0 != "(" }.dropFirst().dropLast() }
        }

        struct Frame: Decodable {
            let transform: String?
            let width: String?
            let height: String?
        }

        /// Whether portrait and name of the hero go from one page's place to the other's.
        func flies(_ id: Int) -> Bool {
            let parts = ["group", "old", "new"].flatMap { ["\($0)(hero-\(id))", "\($0)(name-\(id))"] }
            return error == nil && Set(parts).isSubset(of: moves.map(\.what))
        }

        /// What can be seen over the hero's part, such as `hero-1009610`, while it flies.
        func over(_ part: String, of id: Int) -> [String] {
            let layer = moves.first { $0.group == part }?.layer ?? 0
            let others = moves.filter { $0.layer >= layer && !$0.group.hasSuffix("-\(id)") }
            // What comes late is not seen until the part is nearly there.
            return others.filter { $0.delay < 200 }.map(\.what)
        }

        var told: String { "\(error ?? "") \(moves.map(\.what).sorted())" }

        func moves(_ what: String) -> Set<String> { Set(moves.filter { $0.what == what }.compactMap(\.name)) }
    }

    /// The last page that came into view, once there are so many.
    private func sight(_ count: Int, _ browser: Browser) async throws -> Sight {
        #expect(
            try await browser.wait(until: "return JSON.parse(sessionStorage.seen ?? '[]').length === \(count)"),
            "\(count) pages")
        let text = try await browser.text("return sessionStorage.seen")
        return try #require(try JSONDecoder().decode([Sight].self, from: Data(text.utf8)).last)
    }

    /// Opens a page and forgets all that was seen, this page too, which may be loaded before it comes into view.
    private func begin(_ browser: Browser, at url: String) async throws {
        try await browser.open(url)
        #expect(try await browser.wait(until: "return window.isNoted === true"))
        _ = try await browser.run("sessionStorage.removeItem('seen')")
    }

    @Test(
        "portrait and name fly to the hero's page, and home by link, Back and Forward, from every list",
        arguments: [(Engine.chromium, lists[0]), (.chromium, lists[2]), (.chromium, lists[3]), (.webKit, lists[1])])
    func flight(_ engine: Engine, _ path: String) async throws {
        try await withBrowser(engine, at: .watched) { site, browser in
            if path == "/favourites" {
                try await browser.open(site.url + "/heroes/\(Self.id)-spider-man")
                try await browser.click(".hero-head .heart button")
                #expect(try await browser.wait(until: "return document.querySelector('[aria-pressed=true]') !== null"))
            }
            let sights = try await flown { try await self.round(browser, from: site.url + path) }
            let (there, back, again, home) = (sights[0], sights[1], sights[2], sights[3])
            #expect(there.path.hasPrefix("/heroes/\(Self.id)-spider-man"))
            #expect(there.flies(Self.id), "to the hero: \(there.told)")
            for part in ["hero-\(Self.id)", "name-\(Self.id)"] {
                #expect(there.over(part, of: Self.id) == [] && again.over(part, of: Self.id) == [], "\(part)")
            }
            for sight in [back, home] { #expect(sight.over("hero-\(Self.id)", of: Self.id) == [], "\(path)") }
            #expect(sights.allSatisfy { $0.moves.allSatisfy { $0.delay + $0.time <= 400 } })
            // From the browser's memory or loaded again, which is its choice.
            #expect(back.path == path && back.flies(Self.id), "back to \(path): \(back.told)")
            #expect(again.path == there.path && again.flies(Self.id), "forward to the hero: \(again.told)")
            #expect(home.path == path && home.flies(Self.id), "home to \(path): \(home.told)")
        }
    }

    @Test("portrait and name fly from what was found while typing", arguments: [Engine.chromium, .webKit])
    func typed(_ engine: Engine) async throws {
        try await withBrowser(engine, at: .watched) { site, browser in
            let there = try await flown {
                try await begin(browser, at: site.url + "/heroes")
                try await browser.type("spider-man", into: "#q")
                #expect(try await browser.wait(until: "return location.search === '?q=spider-man'"))
                try await browser.click("#hero-\(Self.id) .card-link")
                return [try await sight(1, browser)]
            }[0]
            #expect(there.flies(Self.id), "\(there.told)")
        }
    }

    /// What is seen at each step of a round, which is gone again for the steps at which nothing moved: an engine that is
    /// busy may leave a transition out (CSS View Transitions 2, its timeouts), but not a part of it.
    private func flown(_ round: () async throws -> [Sight]) async throws -> [Sight] {
        var sights = try await round()
        for _ in 0..<39 where sights.contains(where: \.moves.isEmpty) {
            for (step, sight) in try await round().enumerated() where sights[step].moves.isEmpty {
                sights[step] = sight
            }
        }
        return sights
    }

    /// To the hero by a link, back, forward, and home by a link.
    private func round(_ browser: Browser, from url: String) async throws -> [Sight] {
        try await begin(browser, at: url)
        try await browser.click("#hero-\(Self.id) .card-link")
        var sights = [try await sight(1, browser)]
        try await browser.back()
        sights.append(try await sight(2, browser))
        try await browser.forward()
        sights.append(try await sight(3, browser))
        try await browser.click(".way-back a")
        sights.append(try await sight(4, browser))
        return sights
    }

    @Test("pages slide to the side that their neighbour is not on, also on Back, and the header stays in its place")
    func paging() async throws {
        try await withBrowser(at: .watched) { site, browser in
            let sights = try await flown { try await self.turned(browser, at: site.url) }
            let size = try await browser.text(
                """
                const box = document.querySelector('.masthead').getBoundingClientRect();
                return `matrix(1, 0, 0, 1, ${box.left}, ${box.top}) ${box.width}px ${box.height}px`
                """)
            for (sight, (page, side)) in zip(sights, [(3, "to-start"), (2, "to-end"), (3, "to-start")]) {
                #expect(sight.path == "/heroes?page=\(page)" && sight.error == nil)
                #expect(sight.moves("old(page-\(5 - page))").contains(side), "to page \(page): \(sight.told)")
                let header = try #require(sight.moves.first { $0.what == "group(masthead)" }?.from)
                #expect(size == "\(header.transform ?? "") \(header.width ?? "") \(header.height ?? "")")
            }
        }
    }

    /// From the second page to the third, to the second by its link, and back.
    private func turned(_ browser: Browser, at url: String) async throws -> [Sight] {
        try await begin(browser, at: url + "/heroes?page=2")
        var sights: [Sight] = []
        for relation in ["next", "prev"] {
            // Without scrolling, as from the keyboard.
            _ = try await browser.run("document.querySelector('.paging a[rel=\(relation)]').click()")
            sights.append(try await sight(sights.count + 1, browser))
        }
        try await browser.back()
        return sights + [try await sight(3, browser)]
    }

    @Test("the header keeps its place between a long page and a short one")
    func header() async throws {
        try await withBrowser(at: .watched) { site, browser in
            let place = "JSON.stringify(document.querySelector('.masthead').getBoundingClientRect())"
            var long = ""
            let seen = try await flown {
                try await begin(browser, at: site.url + "/heroes")
                long = try await browser.text("return \(place)")
                try await browser.click(".masthead .kept")
                return [try await sight(1, browser)]
            }[0]
            #expect(seen.path == "/favourites" && !seen.moves.isEmpty)
            #expect(try await browser.text("return \(place)") == long)
        }
    }

    @Test("who asks for less motion gets plain navigation, there and back")
    func reducedMotion() async throws {
        try await withBrowser(at: .watched) { site, browser in
            try await browser.prefer("prefers-reduced-motion", "reduce")
            try await begin(browser, at: site.url + "/heroes?q=spider-man")
            try await browser.click("#hero-\(Self.id) .card-link")
            #expect(try await sight(1, browser).moves.isEmpty)
            try await browser.back()
            #expect(try await sight(2, browser).moves.isEmpty)
        }
    }

    @Test("Firefox goes from page to page plainly, there and back")
    func firefox() async throws {
        try await withBrowser(.firefox, at: .watched) { site, browser in
            try await browser.open(site.url + "/heroes?q=spider-man")
            try await browser.click("#hero-\(Self.id) .card-link")
            #expect(try await browser.wait(until: "return document.querySelectorAll('.works').length === 4"))
            try await browser.back()
            #expect(try await browser.arrives(at: site.url + "/heroes?q=spider-man"))
            try await browser.forward()
            #expect(try await browser.wait(until: "return document.querySelectorAll('.works').length === 4"))
            try await browser.click(".way-back a")
            #expect(try await browser.arrives(at: site.url + "/heroes?q=spider-man#hero-\(Self.id)"))
            let seen = try await browser.text("return sessionStorage.seen ?? '[]'")
            let sights = try JSONDecoder().decode([Sight].self, from: Data(seen.utf8))
            #expect(sights.allSatisfy { $0.moves.isEmpty && $0.error == nil })
        }
    }
}
