import Foundation
import HTTP
import Testing

@Suite("The style for engines that know less")
struct StyleTests {
    private static func file(_ name: String) throws -> String {
        try String(contentsOfFile: SiteUnderTest.root + "/" + name, encoding: .utf8)
    }

    /// The style sheet and the style that pages hold, by name.
    private static func styles() throws -> [(name: String, text: String)] {
        let templates = try FileManager.default.contentsOfDirectory(atPath: SiteUnderTest.root + "/Templates")
        let names = ["Public/site.css"] + templates.sorted().map { "Templates/" + $0 }
        return try names.map { ($0, try file($0)) }
    }

    @Test("no colour is written in a way that an engine may not know, unless another one is left to it")
    func colours() throws {
        for (name, text) in try Self.styles() {
            #expect(!text.contains("light-dark("), "\(name)")
            guard text.contains("oklch(") else { continue }
            // All of the file is for engines that know such colours; the site's own are left to the others.
            #expect(text.hasPrefix("@supports (color:oklch(0 0 0)){\n") && text.hasSuffix("}}\n}\n"), "\(name)")
        }
    }

    @Test("both schemes of a hero's page have the same colours")
    func schemes() throws {
        let hue = try Self.file("Templates/hue.html")
        let parts = hue.split(separator: "@media screen and (prefers-color-scheme:dark)")
        #expect(parts.count == 2)
        let names = parts.map { Set($0.matches(of: /(--\w+):oklch/).map(\.1)) }
        #expect(names.first?.isEmpty == false && names.first == names.last)
    }

    @Test("a loader is never shown by an engine without :has(), which could not hide it when the list arrives")
    func loaders() throws {
        let rules = try Self.file("Public/site.css").split(separator: "}").filter { $0.contains(".skeleton{") }
        #expect(rules.filter { !$0.contains(":has(") }.map { $0.contains("display:none") } == [true])
        #expect(rules.contains { $0.contains(":not(:has(.arrived))") && $0.contains("display:block") })
    }

    @Test("the stand-in behind pictures has the address that pages give it, so that browsers keep it")
    func placeholderImage() async throws {
        let page = try await SiteUnderTest().get("/heroes").text
        let address = try #require(page.firstMatch(of: /\/static\/(placeholder\.svg\?v=\w+)/)).1
        #expect(try Self.file("Public/site.css").contains("url(\(address))"))
    }
}
