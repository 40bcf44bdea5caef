import FoundationEssentials
import HTML
import Support
import Testing

/// A page from files, with everything that pages use in it.
@Suite struct FullPageTests {
    struct HeroesView: TemplateView {
        static let template = "heroes"
        let heroes: [HeroView]

        static let fields: [Field<HeroesView>] = [
            .text("title") { _ in "All & more" }, .optionalText("summary") { _ in "\"Every\" hero" },
            .text("nonce") { _ in "b64==" }, .list("heroes", \.heroes),
        ]
    }

    struct HeroView: TemplateView {
        static let template = "hero"
        let id: Int
        let name: String
        let address: SafeURL
        var picture: SafeURL?
        var description: SafeHTML?
        var isFavourite = false

        static let fields: [Field<HeroView>] = [
            .number("id", \.id), .text("name", \.name), .url("address", \.address), .optionalURL("picture", \.picture),
            .optionalHTML("description", \.description), .flag("isFavourite", \.isFavourite),
        ]
    }

    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/templates")

    @Test("a page of heroes is rendered exactly as expected, whatever the heroes are called")
    func page() throws {
        let heroes = [
            HeroView(
                id: 1, name: "A & B", address: .path("/heroes/1?a=1&b=2"),
                picture: SafeURL(external: "https://pictures.example/1.jpg"), description: .escaping("Strong <enough>"),
                isFavourite: true),
            HeroView(id: 2, name: "\"><script>alert(1)</script>' onmouseover=", address: .path("/heroes/2")),
        ]
        let templates = try Templates(folder: Self.folder.path(), views: [HeroesView.self, HeroView.self])
        let expected = try Data(contentsOf: Self.folder.appending(path: "heroes.expected"))
        #expect(templates.render(HeroesView(heroes: heroes)).text == String(decoding: expected, as: UTF8.self))
    }

    @Test("random templates are rendered or rejected with an error")
    func randomTemplates() {
        let pieces = [
            "{{title}}", "{{#items}}", "{{/items}}", "{{^isOn}}", "{{/isOn}}", "{{>part}}", "{{!", "}}", "{{", "\n",
            "  ", "<a ", "href=\"", "\"", "'", ">", "<", "/", "</script>",
            "<script>",
            "<!--", "-->", "=", "é", "x", "{{#late}}", "{{/late}}", "{{.}}", "\r\n",
        ]
        var random = SeededGenerator(seed: 2026)
        var accepted = 0
        for _ in 0..<600 {
            let template = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            guard let templates = try? Templates(template, ["part": "{{#isOn}}\n b{{/isOn}}"]) else {
                continue
            }
            accepted += 1
            #expect(templates.render(Page()).tail == nil, "\(template)")
        }
        #expect(accepted > 0)
    }
}
