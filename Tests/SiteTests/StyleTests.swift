import Foundation
import HTTP
import Heroes
import Testing

@Suite("Styles for older browsers")
struct StyleTests {
    private static func file(_ name: String) throws -> String {
        try String(contentsOfFile: SiteUnderTest.root + "/" + name, encoding: .utf8)
    }

    /// Returns the style sheet and the templates, which contain style, by name.
    private static func styles() throws -> [(name: String, text: String)] {
        let templates = try FileManager.default.contentsOfDirectory(atPath: SiteUnderTest.root + "/Templates")
        let names = ["Public/site.css"] + templates.sorted().map { "Templates/" + $0 }
        return try names.map { ($0, try file($0)) }
    }

    @Test("a colour that an engine may not know has a fallback")
    func colours() throws {
        for (name, text) in try Self.styles() {
            #expect(!text.contains("light-dark("), "\(name)")
            guard text.replacing(/<meta name="theme-color".*/, with: "").contains("oklch(") else { continue }
            // The whole file is inside the condition, so other engines use the site's own colours.
            #expect(text.hasPrefix("@supports (color:oklch(0 0 0)){\n"), "\(name)")
            #expect(text.hasSuffix("}}\n}\n"), "\(name)")
        }
    }

    @Test("toolbars have the colour of the top of a hero's page, or of the site if the engine does not know it")
    func toolbars() async throws {
        let site = try SiteUnderTest(configure: { $0.hue = { _ in 29 } })
        let page = try await site.get("/heroes/1009610-spider-man").text
        let colours = page.matches(of: /<meta name="theme-color" content="(.*?)"/).map(\.1)
        #expect(colours.map { $0.hasPrefix("oklch(") } == [true, true, false, false])
        let hue = try #require(page.firstMatch(of: /--hue:(\d+)/)).1
        let styles = try page + Self.file("Public/site.css")
        for colour in colours {
            let value = colour.replacing(" \(hue))", with: " var(--hue))")
            #expect(styles.contains("--glow:\(value)") || styles.contains("--paper:\(value)"), "\(colour)")
        }
    }

    @Test("both schemes of a hero's page set the same colours")
    func schemes() throws {
        let hue = try Self.file("Templates/hue.html")
        let parts = hue.split(separator: "@media screen and (prefers-color-scheme:dark)")
        #expect(parts.count == 2)
        let names = parts.map { Set($0.matches(of: /(--\w+):oklch/).map(\.1)) }
        #expect(names.first?.isEmpty == false)
        #expect(names.first == names.last)
    }

    @Test("a loader is never shown by an engine without :has(), which could not hide it when the list arrives")
    func loaders() throws {
        let rules = try Self.file("Public/site.css").split(separator: "}").filter { $0.contains(".skeleton{") }
        #expect(rules.filter { !$0.contains(":has(") }.map { $0.contains("display:none") } == [true])
        #expect(rules.contains { $0.contains(":not(:has(.arrived))") && $0.contains("display:block") })
    }

    @Test(
        "the placeholder and the font in the style sheet have the same address as on pages, so that browsers load them once"
    )
    func sameAddresses() async throws {
        var source = ScriptedSource.usual
        source.topics[.comics] = [Topic(.comics, id: 1, title: "One")]
        let page = try await SiteUnderTest(source).get("/comics/1-one").text
        let addresses = page.matches(of: /\/static\/((?:placeholder\.svg|league-spartan[a-z-]*\.woff2)\?v=\w+)/).map(
            \.1)
        #expect(Set(addresses).count == 2)
        for address in Set(addresses) { #expect(try Self.file("Public/site.css").contains("url(\(address))")) }
    }

    @Test("the style sheet names its files by their present content, so that none is cached too long")
    func presentAddresses() throws {
        let files = try StaticFiles(folder: SiteUnderTest.root + "/Public")
        let names = try Self.file("Public/site.css").matches(of: /url\(([a-z0-9.-]+)\?v=(\w+)\)/)
        #expect(Set(names.map { String($0.1) }).count == 4)
        for name in names { #expect(files.url(String(name.1)) == "/static/\(name.1)?v=\(name.2)") }
    }
}
