import HTML
@testable import Site
import Testing

@Suite("Every view in every named state")
struct ExampleTests {
    /// Renders each example of a view; deferred parts are marked.
    private func examples<V: TemplateView>(_ view: V.Type, _ templates: Templates) -> [(name: String, markup: String)] {
        V.examples.map { example in
            let rendering = templates.render(example.view)
            let parts = [rendering.head] + (rendering.tail.map { [$0] } ?? [])
            let markup = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n=== to come ===\n")
            return ("\(V.template), \(example.name)", markup)
        }
    }

    private var all: [(name: String, markup: String)] {
        get throws {
            let templates = try SiteUnderTest.templates
            return Site.views.flatMap { examples($0, templates) }
        }
    }

    @Test("matches its snapshot")
    func snapshots() async throws {
        for (name, markup) in try all { try await Snapshot.checkPage(markup, "views/\(name)") }
    }

    @Test("has at least one example, and each has a unique name")
    func names() throws {
        for view in Site.views { #expect(!examples(view, try SiteUnderTest.templates).isEmpty, "\(view)") }
        let names = try all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test("shows a hostile name as text, in attributes too")
    func hostile() throws {
        for (name, markup) in try all {
            #expect(!markup.contains("<script>alert"), "\(name)")
            #expect(!markup.contains("<Issue>"), "\(name)")
            #expect(!markup.contains("javascript:"), "\(name)")
            #expect(!markup.contains("onerror"), "\(name)")
        }
        let card = try #require(try all.first { $0.name == "list-part, heroes" })
        #expect(card.markup.contains("aria-label=\"Favourite &quot;&gt;&lt;script&gt;"))
    }
}
