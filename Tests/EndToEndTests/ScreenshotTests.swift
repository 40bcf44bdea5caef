import Foundation
import Support
import Testing

/// Pictures of every kind of page for people to look at, under `.build/screenshots`.
@Suite("Screenshots", .sharedBrowsers, .timeLimit(.minutes(10)))
struct ScreenshotTests {
    private static let widths = [360, 1280, 2560]

    private static let pages = [
        ("list", "/heroes"), ("list-2", "/heroes?page=2"), ("search", "/heroes?q=spider"),
        ("search-nothing", "/heroes?q=qqqq"), ("hero", "/heroes/1009610-spider-man"),
        ("section", "/heroes/1009610-spider-man/comics"), ("favourites", "/favourites"),
        ("shared", "/heroes?ids=1009610,1009189,1009351"), ("index", "/heroes/a-z/s"), ("move", "/favourites/move"),
        ("not-found", "/nowhere"), ("bad-request", "/heroes?page=x"),
    ]

    /// The whole page as PNG, however long.
    private func take(_ browser: Browser, _ name: String) async throws {
        let answer = try await browser.chromium(
            "Page.captureScreenshot", ["format": "png", "captureBeyondViewport": true])
        let picture = Data(base64Encoded: answer["data"] as? String ?? "") ?? Data()
        #expect(picture.count > 5_000, "\(name)")
        let folder = Places.buildFolder + "/screenshots"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try picture.write(to: URL(filePath: folder + "/\(name).png"))
    }

    @Test("every kind of page in light and dark, on a phone, a desk and a wall", arguments: ["light", "dark"])
    func pages(_ scheme: String) async throws {
        try await story(console: ["/nowhere", "page=x"]) { site, browser in
            try await browser.prefer("prefers-color-scheme", scheme)
            // A wall shows nothing else in the dark.
            for width in Self.widths where width < 2000 || scheme == "light" {
                try await browser.resize(width: width)
                for (name, path) in Self.pages {
                    try await browser.open(site.url + path)
                    try await take(browser, "\(name)-\(width)-\(scheme)")
                }
            }
        }
    }

    @Test("favourites in every state", arguments: ["light", "dark"])
    func favourites(_ scheme: String) async throws {
        try await story { site, browser in
            try await browser.prefer("prefers-color-scheme", scheme)
            try await browser.open(site.url + "/favourites")
            let list = try ExportedList("id,name,added\n1009610,,1\n1009189,,2\nx,,3\n1009351,,4\n1009368,,5\n999,,6\n")
            try await browser.type(list.path, into: "input[type=file]")
            try await browser.click(".tools form[enctype] button")
            #expect(
                try await browser.wait(until: "return document.querySelector('h1')?.textContent.includes('imported')"))
            try await take(browser, "import-\(scheme)")
            try await browser.open(site.url + "/favourites")
            try await inAllWidths(browser, "favourites-kept-\(scheme)")
            try await browser.click(".card .heart button")
            #expect(try await browser.wait(until: "return document.querySelector('.toast') !== null"))
            try await take(browser, "toast-\(scheme)")
            try await browser.open(site.url + "/favourites")
            try await inAllWidths(browser, "favourites-undo-\(scheme)")
            try await browser.click(".tools form[action='/favourites/code'] button")
            #expect(try await browser.wait(until: "return document.querySelector('.code') !== null"))
            try await inAllWidths(browser, "move-code-\(scheme)")
        }
    }

    @Test("heroes of whom too little or too much is known, and boxes for what failed", arguments: ["light", "dark"])
    func odd(_ scheme: String) async throws {
        let odd = try OddUpstream()
        try await story(at: .own(odd.options)) { site, browser in
            try await browser.prefer("prefers-color-scheme", scheme)
            for (name, path) in [
                ("odd-list", "/heroes"), ("hero-nothing", OddUpstream.nobody), ("hero-wordy", OddUpstream.wordy),
                ("hero-unlucky", OddUpstream.unlucky),
            ] {
                try await browser.open(site.url + path)
                try await inAllWidths(browser, "\(name)-\(scheme)")
            }
        }
        let budget = ["--daily-budget", "1"]
        try await story(at: .own(odd.options + budget), console: ["/heroes?page=2"]) { site, browser in
            try await browser.prefer("prefers-color-scheme", scheme)
            try await browser.open(site.url + "/heroes")
            try await browser.open(site.url + "/heroes?page=2")
            try await inAllWidths(browser, "over-budget-\(scheme)")
        }
    }

    @Test("pages on paper, and enlarged four times")
    func paper() async throws {
        try await story { site, browser in
            for (name, path) in [("list", "/heroes"), ("hero", "/heroes/1009610-spider-man")] {
                try await browser.resize(width: 320, height: 256)
                try await browser.open(site.url + path)
                try await take(browser, "\(name)-enlarged")
                // The width of A4 without its margins.
                try await browser.resize(width: 718, height: 1_010)
                try await browser.chromium("Emulation.setEmulatedMedia", ["media": "print"])
                try await take(browser, "\(name)-print")
                try await browser.chromium("Emulation.setEmulatedMedia", ["media": ""])
            }
        }
    }

    private func inAllWidths(_ browser: Browser, _ name: String) async throws {
        for width in Self.widths {
            try await browser.resize(width: width)
            try await take(browser, "\(name)-\(width)")
        }
    }
}
