import Foundation
import Testing

/// Sizes and layout shifts of pages, measured in the browser.
@Suite("Page load performance", .sharedBrowsers, .timeLimit(.minutes(30)))
struct LoadingTests {
    /// Measurements of a page since its start.
    private struct Observation: Decodable {
        let shift: Double
        /// The element of the largest contentful paint, and its fetch priority.
        let largest: String
        let resources: [Resource]
        /// The elements that shifted, with old and new positions.
        let moved: String

        struct Resource: Decodable {
            let name: String
            let kind: String
            let size: Int
            let blocks: Bool
        }
    }

    private static let observer = """
        window.seen = { shift: 0, largest: '', moved: '' };
        const observe = (type, note) => new PerformanceObserver(list => list.getEntries().forEach(note))
          .observe({ type, buffered: true });
        observe('layout-shift', entry => {
          if (entry.hadRecentInput) return;
          seen.shift += entry.value;
          seen.moved += entry.sources.map(({ node, previousRect: from, currentRect: to }) =>
            `${node?.nodeName} ${node?.className} from ${from.left},${from.top} to ${to.left},${to.top}; `).join('');
        });
        observe('largest-contentful-paint', ({ element }) => {
          seen.largest = element ? `${element.localName} ${element.className} ${element.fetchPriority ?? ''}`.trim() : '';
        });
        """

    private static let report = """
        const resources = performance.getEntriesByType('resource').map(r => ({
          name: r.name, kind: r.initiatorType, size: r.decodedBodySize, blocks: r.renderBlockingStatus === 'blocking',
        }));
        return JSON.stringify({ ...seen, resources });
        """

    private func observe(_ browser: Browser, _ url: String) async throws -> Observation {
        try await browser.open(url)
        return try await observation(browser)
    }

    private func observation(_ browser: Browser) async throws -> Observation {
        try await browser.expect("document.readyState === 'complete' && seen.largest !== ''")
        let text = try await browser.text(Self.report)
        return try JSONDecoder().decode(Observation.self, from: Data(text.utf8))
    }

    /// Checks the limits that hold for every page.
    private func checkLimits(_ page: Observation, _ url: String, site: RunningSite) {
        #expect(page.shift <= 0.02, "\(url): \(page.moved)")
        #expect(page.resources.allSatisfy { $0.name.hasPrefix(site.url + "/") }, "\(url)")
        let blocking = page.resources.filter(\.blocks)
        #expect(blocking.count == 1, "\(url): \(blocking.map(\.name))")
        let scripts = page.resources.filter { $0.kind == "script" }
        #expect(scripts.count == 1, "\(url)")
    }

    @Test("nothing shifts, little is loaded, and only the style sheet blocks rendering")
    func cachedPages() async throws {
        // A long patience, so that pages are complete on a busy machine, too.
        try await withBrowser(at: .own(["HEROES_TEST_PATIENCE=10000"])) { site, browser in
            try await browser.addInitScript(Self.observer)
            try await browser.devTools("Network.setCacheDisabled", ["cacheDisabled": true])
            for path in [
                "/heroes", "/heroes?page=2", "/heroes?q=spi", "/heroes/1009610-spider-man",
                "/heroes/1009610-spider-man/comics", "/heroes/a-z/s", "/favourites", "/favourites/move",
                "/heroes?ids=1009610,1009189",
            ] {
                checkLimits(try await observe(browser, site.url + path), path, site: site)
            }
            let list = try await observe(browser, site.url + "/heroes")
            #expect(list.largest.contains("portrait"), "\(list.largest)")
            // Twenty pictures, the placeholder behind them, and the files of every page.
            #expect(list.resources.count <= 28)
            let hero = try await observe(browser, site.url + "/heroes/1009610-spider-man")
            #expect(hero.largest == "img portrait high")
        }
    }

    @Test("nothing shifts when heroes and works replace their skeletons", arguments: [360, 1280])
    func slowSource(_ width: Int) async throws {
        let slow = try await SlowGateway(delay: 600)
        try await withBrowser(at: .own(slow.options + ["HEROES_TEST_PATIENCE=0"]), width: width) { site, browser in
            try await browser.addInitScript(Self.observer)
            for path in ["/heroes", "/heroes/1009610-spider-man", "/heroes/1009368-iron-man/comics", "/heroes/a-z/s"] {
                let page = try await observe(browser, site.url + path)
                // The limit for a "good" page (Core Web Vitals): the browser chooses when to paint within a part.
                #expect(page.shift <= 0.1, "\(path): \(page.moved)")
            }
        }
        await slow.stop()
    }

    /// Records the heading of a loader that a frame shows before the article.
    private static let loader = """
        requestAnimationFrame(function look() {
          if (document.querySelector('.arrived')) return;
          const heading = document.querySelector('.skeleton h1');
          if (heading?.offsetHeight > 0) seen.loader = heading.textContent;
          requestAnimationFrame(look);
        });
        """

    @Test("nothing shifts when a hero, an event or a team replaces its loader", arguments: [360, 1280])
    func shell(_ width: Int) async throws {
        let slow = try await SlowGateway(delay: 600)
        try await withBrowser(at: .own(slow.options), width: width) { site, browser in
            try await browser.addInitScript(Self.observer + Self.loader)
            for (path, name) in [
                ("/heroes/1009368-iron-man", "Iron Man"), ("/events/238-civil-war", "Civil War"),
                ("/teams/1939208551-avengers", "Avengers"),
            ] {
                try await browser.open(site.url + "/about")
                _ = try await browser.run("setTimeout(() => location = '\(path)')")
                try await browser.expect("document.querySelector('article.arrived') !== null")
                #expect(try await browser.text("return seen.loader") == name)
                let page = try await observation(browser)
                #expect(page.shift <= 0.02, "\(path): \(page.moved)")
            }
        }
        await slow.stop()
    }
}
