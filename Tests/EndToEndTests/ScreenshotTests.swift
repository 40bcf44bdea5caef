import Foundation
import Support
import Testing

/// Pictures of every kind of page for review, under `.build/screenshots`.
@Suite("Screenshots", .sharedBrowsers, .timeLimit(.minutes(30)))
struct ScreenshotTests {
    private static let widths = [360, 1280]
    private static let schemes = ["light", "dark"]

    private static let pages = [
        ("list", "/heroes"), ("list-2", "/heroes?page=2"), ("search", "/heroes?q=spider"),
        ("search-nothing", "/heroes?q=qqqq"), ("hero", "/heroes/1009610-spider-man"),
        ("section", "/heroes/1009610-spider-man/comics"), ("favourites", "/favourites"),
        ("shared", "/heroes?ids=1009610,1009189,1009351"), ("index", "/heroes/a-z/s"), ("move", "/favourites/move"),
        ("about", "/about"), ("team", "/teams/1939208551-avengers"), ("connection", "/heroes/1010860/to/1009312"),
        ("event", "/events/238-civil-war"), ("not-found", "/nowhere"),
        ("bad-request", "/heroes?page=x"),
    ]

    /// Saves a screenshot of the full page as PNG.
    private func save(_ browser: Browser, _ name: String) async throws {
        let response = try await browser.devTools(
            "Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true])
        let picture = Data(base64Encoded: response["data"] as? String ?? "") ?? Data()
        #expect(picture.count > 5_000, "\(name)")
        let folder = Paths.buildFolder + "/screenshots"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try picture.write(to: URL(filePath: folder + "/\(name).png"))
    }

    @Test("every kind of page in light and dark, narrow and wide")
    func pages() async throws {
        try await withBrowser(console: ["/nowhere", "page=x"]) { site, browser in
            for (name, path) in Self.pages {
                try await browser.open(site.url + path)
                try await saveAll(browser, name)
            }
        }
    }

    @Test("favourites in every state")
    func favourites() async throws {
        try await withBrowser { site, browser in
            try await browser.open(site.url + "/favourites")
            let list = try ExportedList("id,name,added\n1009610,,1\n1009189,,2\nx,,3\n1009351,,4\n1009368,,5\n999,,6\n")
            try await browser.click(".manage summary")
            try await browser.type(list.path, into: "input[type=file]")
            try await browser.click(".manage form[enctype] button")
            #expect(
                try await browser.wait(until: "return document.querySelector('h1')?.textContent.includes('Added')"))
            try await saveAll(browser, "import")
            try await browser.open(site.url + "/favourites")
            try await saveAll(browser, "favourites-some")
            try await browser.click(".card .heart button")
            #expect(try await browser.wait(until: "return document.querySelector('.toast') !== null"))
            try await saveAll(browser, "toast")
            try await browser.open(site.url + "/favourites")
            try await saveAll(browser, "favourites-undo")
            try await browser.click(".page-heading form[action='/favourites/code'] button")
            #expect(try await browser.wait(until: "return document.querySelector('.code') !== null"))
            try await saveAll(browser, "move-code")
        }
    }

    @Test("heroes with little or much data, and failed sections")
    func unusualHeroes() async throws {
        let upstream = try FaultyUpstream()
        try await withBrowser(at: .own(upstream.options)) { site, browser in
            for (name, path) in [
                ("odd-list", "/heroes"), ("hero-nothing", FaultyUpstream.noData),
                ("hero-wordy", FaultyUpstream.longTexts),
                ("hero-unlucky", FaultyUpstream.failingWorks),
            ] {
                try await browser.open(site.url + path)
                try await saveAll(browser, name)
            }
        }
    }

    @Test("pages in print, and at 400 % zoom")
    func printAndZoom() async throws {
        try await withBrowser { site, browser in
            for (name, path) in [("list", "/heroes"), ("hero", "/heroes/1009610-spider-man")] {
                try await browser.resize(width: 320, height: 256)
                try await browser.open(site.url + path)
                try await save(browser, "\(name)-enlarged")
                // The width of A4 without its margins.
                try await browser.resize(width: 718, height: 1_010)
                try await browser.devTools("Emulation.setEmulatedMedia", ["media": "print"])
                try await save(browser, "\(name)-print")
                try await browser.devTools("Emulation.setEmulatedMedia", ["media": ""])
            }
        }
    }

    /// Saves screenshots of the page in all widths and colour schemes.
    private func saveAll(_ browser: Browser, _ name: String) async throws {
        for scheme in Self.schemes {
            try await browser.emulateMedia("prefers-color-scheme", scheme)
            for width in Self.widths {
                try await browser.resize(width: width)
                try await save(browser, "\(name)-\(width)-\(scheme)")
            }
        }
    }
}
