import Foundation
import Testing

/// The site for visitors without a mouse, with low vision or with a screen reader.
@Suite("Keyboard, print, zoom and screen reader", .sharedBrowsers, .timeLimit(.minutes(30)))
struct KeyboardTests {
    /// Keys by their WebDriver codes.
    private enum Key: String {
        case tab = "\u{E004}"
        case enter = "\u{E007}"
    }

    private func press(_ key: Key, _ browser: Browser) async throws {
        let actions = ["keyDown", "keyUp"].map { ["type": $0, "value": key.rawValue] }
        _ = try await browser.send(
            "POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// Presses Tab until an element that matches the selector has the focus, and checks that the focus is visible.
    private func tab(to selector: String, _ browser: Browser) async throws {
        for _ in 0..<80 {
            try await press(.tab, browser)
            if try await browser.isTrue("return document.activeElement.matches(`\(selector)`)") {
                let isSeen = try await browser.isTrue(
                    """
                    const rings = [document.activeElement, document.activeElement.parentElement].map(getComputedStyle);
                    return rings.some(style => style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2)
                    """)
                #expect(isSeen, "\(selector) has the focus and does not show it")
                return
            }
        }
        Issue.record("\(selector) is not reached by Tab")
    }

    @Test("a visitor searches, reads, adds, goes back, removes and undoes with Tab and Enter alone")
    func journey() async throws {
        try await withBrowser { site, browser in
            let id = "#hero-1009610"
            try await browser.open(site.url + "/heroes")
            try await tab(to: ".skip", browser)
            try await tab(to: "#q", browser)
            try await browser.type("spider-man", into: "#q")
            try await press(.enter, browser)
            #expect(
                try await browser.wait(
                    until:
                        "return document.readyState === 'complete' && document.querySelector('\(id)') !== null && location.search === '?q=spider-man'"
                ))
            try await tab(to: "\(id) > a", browser)
            try await press(.enter, browser)
            try await browser.expect("document.querySelectorAll('.works .work').length > 0")
            try await tab(to: ".hero-head .heart", browser)
            try await press(.enter, browser)
            try await browser.expect("document.querySelector('[aria-pressed=true]') !== null && \(Browser.isIdle)")
            #expect(try await browser.isTrue("return document.activeElement.matches('.hero-head .heart')"))
            try await browser.back()
            try await browser.expect("document.querySelector('\(id) [aria-pressed=true]') !== null")
            try await browser.open(site.url + "/heroes")
            try await tab(to: ".favourites-link", browser)
            try await press(.enter, browser)
            #expect(try await browser.arrives(at: site.url + "/favourites"))
            try await tab(to: "\(id) .heart", browser)
            try await press(.enter, browser)
            try await browser.expect("document.querySelector('\(id) [aria-pressed=false]') !== null")
            try await tab(to: ".toast button", browser)
            try await press(.enter, browser)
            try await browser.expect("document.querySelector('\(id) [aria-pressed=true]') !== null")
            #expect(try await browser.isTrue("return document.activeElement.matches('\(id) .heart')"))
        }
    }

    @Test("the skip link leads past the header, without script too")
    func skipLink() async throws {
        try await withBrowser(script: false) { site, browser in
            try await browser.open(site.url + "/heroes?page=2")
            try await tab(to: ".skip", browser)
            try await press(.enter, browser)
            try await press(.tab, browser)
            #expect(
                try await browser.isTrue(
                    "return document.activeElement.matches('main .choice:first-child > summary')")
            )
        }
    }

    @Test("nothing exceeds the window at any width, or at 400 % zoom")
    func zoom() async throws {
        try await withBrowser(console: ["/nowhere"]) { site, browser in
            for path in [
                "/heroes", "/heroes?q=qqqq", "/heroes/1009610-spider-man", "/heroes/1009610-spider-man/comics",
                "/heroes/a-z/s", "/teams/1939208551-avengers", "/heroes/1010860/to/1009312", "/events/238-civil-war",
                "/favourites", "/favourites/move", "/heroes?ids=1009610",
                "/about", "/nowhere",
            ] {
                try await browser.open(site.url + path)
                for width in [320, 360, 1280, 2560] {
                    try await browser.resize(width: width)
                    let beyond = try await browser.text(
                        """
                        // A shelf scrolls inside.
                        return [...document.body.querySelectorAll('*:not(.shelf *)')].filter(element => {
                          const box = element.getBoundingClientRect();
                          return box.width > 1 && box.right > innerWidth + 0.5 || box.left < -0.5;
                        }).map(element => element.outerHTML.slice(0, 80)).join()
                        """)
                    #expect(beyond == "", "\(path) at \(width)")
                    #expect(
                        try await browser.number("return document.documentElement.scrollWidth") <= width,
                        "\(path) at \(width)")
                }
            }
        }
    }

    @Test("a printed page has heroes and text, but no search, hearts, navigation or forms")
    func print() async throws {
        try await withBrowser { site, browser in
            try await browser.devTools("Emulation.setEmulatedMedia", ["media": "print"])
            let shown = { (selector: String) in
                try await browser.number(
                    "return [...document.querySelectorAll(`\(selector)`)].filter(e => e.getBoundingClientRect().height > 0).length"
                )
            }
            for (path, printed) in [
                ("/heroes", ".card .portrait"),
                ("/heroes/1009610-spider-man", ".hero-head .portrait, .description, .work"),
                ("/favourites", "h1"),
            ] {
                try await browser.open(site.url + path)
                #expect(try await shown(printed) > 0, "\(path)")
                #expect(
                    try await shown("search, form, button, input, nav, .back, .skip") == 0,
                    "\(path)")
                #expect(
                    try await browser.isTrue(
                        "return [...document.querySelectorAll('.shelf')].every(e => e.scrollWidth <= e.clientWidth)"),
                    "\(path)")
                let dark = try await browser.text("return getComputedStyle(document.documentElement).backgroundImage")
                #expect(dark == "none", "\(path)")
                let pdf = try await browser.devTools("Page.printToPDF", ["paperWidth": 8.27, "paperHeight": 11.69])
                let pages = Data(base64Encoded: pdf["data"] as? String ?? "") ?? Data()
                #expect(pages.starts(with: Data("%PDF".utf8)), "\(path)")
            }
        }
    }

    /// Returns the accessibility tree: a line with role, name and state for each node that is not ignored.
    private func accessibilityTree(_ browser: Browser) async throws -> [String] {
        let response = try await browser.devTools("Accessibility.getFullAXTree")
        let nodes = response["nodes"] as? [[String: Any]] ?? []
        return nodes.compactMap { node in
            guard node["ignored"] as? Bool != true, let role = (node["role"] as? [String: Any])?["value"] as? String,
                !["StaticText", "InlineTextBox", "none", "generic", "ListMarker"].contains(role)
            else { return nil }
            let name = (node["name"] as? [String: Any])?["value"] as? String ?? ""
            let properties = node["properties"] as? [[String: Any]] ?? []
            let states = properties.compactMap { property -> String? in
                guard let name = property["name"] as? String, ["pressed", "level", "live"].contains(name),
                    let value = (property["value"] as? [String: Any])?["value"]
                else { return nil }
                return "\(name)=\(value)"
            }
            return ([role, "“\(name)”"] + states).joined(separator: " ")
        }
    }

    @Test("a screen reader gets the role, name and state of each part of a page")
    func screenReader() async throws {
        try await withBrowser { site, browser in
            try await browser.devTools("Accessibility.enable")
            try await browser.open(site.url + "/heroes/1009610-spider-man")
            try await browser.click(".hero-head .heart")
            try await browser.expect("document.querySelector('[aria-pressed=true]') !== null && \(Browser.isIdle)")
            try await browser.open(site.url + "/heroes?q=spider-man")
            let list = try await accessibilityTree(browser)
            for line in [
                "RootWebArea “Results for “spider-man” · MarvelHeroes”", "link “Skip to content”",
                "banner “”",
                "search “”", "searchbox “Search heroes”", "navigation “Browse”", "link “Favourites 1”",
                "main “”",
                "heading “Results for “spider-man”” level=1", "link “Spider-Man”",
                "button “Favourite Spider-Man” pressed=true", "button “Favourite Spider-Man (2099)” pressed=false",
                "status “” live=polite", "contentinfo “”", "link “About”",
            ] {
                #expect(list.contains(line), "\(line)")
            }
            try await browser.click("#hero-1009610 > a")
            try await browser.expect("document.querySelectorAll('.works .work').length > 0")
            let hero = try await accessibilityTree(browser)
            for line in [
                "navigation “Back and neighbours”", "article “”", "image “Portrait of Spider-Man”",
                "heading “Spider-Man” level=1",
                "button “Favourite Spider-Man” pressed=true", "region “Comics · ", "heading “Comics · ", "link “All ",
            ] {
                #expect(hero.contains { $0.hasPrefix(line) }, "\(line)")
            }
            for tree in [list, hero] {
                let nameless = ["link “”", "button “”", "searchbox “”", "heading “”", "region “”", "navigation “”"]
                #expect(tree.allSatisfy { line in !nameless.contains { line.hasPrefix($0) } })
                #expect(tree.count { $0.hasPrefix("heading") && $0.hasSuffix("level=1") } == 1)
            }
        }
    }
}
