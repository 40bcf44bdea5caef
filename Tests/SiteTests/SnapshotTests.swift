import Foundation
import HTML
import HTTP
import HTTPTypes
import Heroes
import Storage
import Testing

@testable import Site

@Suite("Pages from request to response")
struct SnapshotTests {
    @Test("a wrong method has a page")
    func wrongMethod() async throws {
        let request = Request(
            method: .delete, target: "/favourites/clear", fields: .of(["Host": "heroes.example"]))
        try await Snapshot.check(await SiteUnderTest().site.respond(to: request), "wrong-method")
    }

    @Test("the favourites page and the hearts of the list show the visitor's favourites")
    func favourites() async throws {
        let (store, token) = (MemoryStore(), "0123456789abcdef0123456789abcdef")
        for hero in [ScriptedSource.spider, ScriptedSource.hostile] {
            let favourite = Favourite(id: hero.id, name: hero.name, thumbnail: hero.thumbnail, added: .distantPast)
            try await store.add(favourite, for: #require(Visitor(token: token)))
        }
        let site = try SiteUnderTest(favourites: store)
        let cookie: HTTPFields = [.cookie: "visitor=\(token)"]
        try await Snapshot.check(await site.get("/favourites", cookie), "favourites")
        try await Snapshot.check(await site.get("/heroes?q=spi", cookie), "search-with-heart")
    }

    @Test("a failure is JSON for a client that prefers it")
    func problem() async throws {
        try await Snapshot.check(try SiteUnderTest().get("/nowhere", [.accept: "application/json"]), "problem")
    }
}

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

/// Compares pages and fragments with their snapshot files; `RECORD_SNAPSHOTS=1` rewrites the files.
///
/// The snapshot of a page has only the lines that the frame of all pages, which has a snapshot of its own, lacks. So a
/// change of the frame changes one file.
enum Snapshot {
    private static let folder = SiteUnderTest.root + "/Tests/Fixtures/snapshots"

    /// The lines of a page without content, as the frame of every other page.
    private static let frame = Task {
        let page = try await SiteUnderTest().get("/about", .of(["Host": "heroes.example"]))
        let lines = try await text(of: page).components(separatedBy: "\n")
        let content = try #require(lines.firstIndex { $0.hasPrefix("<main") }) + 1
        let end = try #require(lines.firstIndex(of: "</main>"))
        return Array(lines[..<content] + lines[end...])
    }

    static func checkFrame() async throws { try check(try await frame.value.joined(separator: "\n"), "frame") }

    static func check(
        _ response: Response, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await checkPage(try await text(of: response), name, sourceLocation: sourceLocation)
    }

    static func checkPage(
        _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let frame = Set(try await frame.value)
        let lines = text.components(separatedBy: "\n")
        let own = text.contains("<!doctype") ? lines.filter { !frame.contains($0) } : lines
        // A skeleton repeats its lines.
        let distinct = own.enumerated().filter { $0 == 0 || own[$0 - 1] != $1 }.map(\.element)
        try check(distinct.joined(separator: "\n"), name, sourceLocation: sourceLocation)
    }

    static func check(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = "\(folder)/\(name).txt"
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            let parent = URL(filePath: file).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            return
        }
        let recorded = try String(contentsOfFile: file, encoding: .utf8)
        guard text != recorded else { return }
        Issue.record(
            "\(name) differs from its snapshot:\n\(difference(text, recorded))", sourceLocation: sourceLocation)
    }

    /// Returns the first lines that differ.
    private static func difference(_ text: String, _ recorded: String) -> String {
        let (new, old) = (text.components(separatedBy: "\n"), recorded.components(separatedBy: "\n"))
        return new.difference(from: old).prefix(8).map { change in
            switch change {
            case .insert(let line, let text, _): "+ \(line + 1): \(text)"
            case .remove(let line, let text, _): "- \(line + 1): \(text)"
            }
        }.joined(separator: "\n")
    }

    /// Returns status, header fields and body. The parts of a stream are separated, and hashes are replaced.
    private static func text(of response: Response) async throws -> String {
        let head = response.fields.map { "\($0.name): \($0.value)\n" }.joined()
        let body = try await response.parts.map { String(decoding: $0, as: UTF8.self) }
        let text = "\(response.status.code)\n\(head)\n" + body.joined(separator: "\n=== next part ===\n")
        return text.replacing(/\?v=[0-9a-f]+/, with: "?v=HASH").replacing(
            /ETag: W\/"[0-9a-f]+"/, with: "ETag: W/\"HASH\""
        ).replacing(/'sha256-[^']+'/, with: "'sha256-HASH'")
    }
}
