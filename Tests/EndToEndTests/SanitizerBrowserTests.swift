import Foundation
import HTML
import Support
import Testing

/// The corpus of attacks and of readable descriptions, sanitized and judged by the parser that attackers aim at.
@Suite("Sanitized descriptions in Chromium", .sharedBrowsers, .timeLimit(.minutes(30)))
struct SanitizerBrowserTests {
    /// A line of the corpus, of which only the input counts here.
    private struct Line: Decodable {
        let id: String
        let payload: String
    }

    /// A file of the corpus each.
    private static func corpus() throws -> [[Line]] {
        let folder = Fixture.folder + "/sanitizer"
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }.sorted()
            .map { name in
                try Fixture.bytes("sanitizer/" + name).split(separator: UInt8(ascii: "\n"))
                    .map { try JSONDecoder().decode(Line.self, from: Data($0)) }
            }
    }

    /// Runs the steps with a judge in a browser.
    private func judge(_ steps: (HTMLValidator) async throws -> Void) async throws {
        // The judge's markup fills the console on purpose.
        try await withBrowser(console: nil) { _, browser in try await steps(HTMLValidator(browser: browser)) }
    }

    /// What Chromium finds in the whole corpus, sanitized so.
    private func expectInnocence(_ sanitize: (String) -> SafeHTML?) async throws {
        let corpus = try Self.corpus()
        #expect(corpus.joined().count > 500)
        try await judge { judge in
            for lines in corpus {
                let cases = lines.map { HTMLValidator.Case(id: $0.id, markup: sanitize($0.payload)?.markup ?? "") }
                let faults = try await judge.faults(setting: cases) + judge.faults(parsing: cases)
                #expect(faults == [])
            }
        }
    }

    @Test("run nothing, load nothing, and are read as they were written")
    func descriptions() async throws {
        let sanitizer = Sanitizer()
        try await expectInnocence { sanitizer.sanitize($0) }
    }

    @Test("run nothing, load nothing, and are read as they were written where relative links become absolute")
    func descriptionsWithBase() async throws {
        let sanitizer = Sanitizer(base: "https://source.example/wiki/Page")
        try await expectInnocence { sanitizer.sanitize($0) }
    }

    @Test("run nothing, load nothing, and are read as they were written in a line")
    func lines() async throws {
        let sanitizer = Sanitizer()
        try await expectInnocence { sanitizer.sanitizeInline($0) }
    }

    private static let link = "rel=\"noopener nofollow ugc\""

    /// Markup that must not pass, and what the browser makes of it.
    private static let bad = [
        ("<img src=\"x\" onerror=\"alert(1)\">", "alert(1) ran"),
        ("<img src=\"x\" onerror=\"window.stolen = 1\">", "the global stolen was set"),
        ("<img src=\"x\" onerror=\"nowhere()\">", "Uncaught ReferenceError: nowhere is not defined"),
        ("<svg><animate onbegin=\"alert(1)\" attributeName=\"x\" dur=\"1s\"></animate></svg>", "alert(1) ran"),
        ("<details open ontoggle=\"alert(1)\">a</details>", "alert(1) ran"),
        ("<img src=\"x\">", "an element <img>"), ("<img src=\"x\">", "<img> was loaded and failed"),
        ("<img src=\"http://127.0.0.1:9/x\">", "a load was tried: http://127.0.0.1:9/x"),
        ("<link rel=\"stylesheet\" href=\"http://127.0.0.1:9/x\">", "a load was tried: http://127.0.0.1:9/x"),
        ("<p onclick=\"alert(1)\">a</p>", "an attribute onclick on <p>"), ("<p id=\"a\">a</p>", "an attribute id"),
        ("<p><a href=\"javascript:alert(1)\" \(link)>a</a></p>", "a link to javascript:alert(1)"),
        ("<p><a href=\"/a\" \(link)>a</a></p>", "a link to /a"), ("<p><a \(link)>a</a></p>", "a link to null"),
        ("<p><a href=\"https:a\" \(link)>a</a></p>", "a link to https:a"),
        ("<p><a href=\"https://a:99999/\" \(link)>a</a></p>", "a link to https://a:99999/"),
        ("<p><a href=\"https://a@b.example/\" \(link)>a</a></p>", "a link to https://a@b.example/"),
        ("<p><a href=\"https://a.example/\">a</a></p>", "a link with rel="),
        ("<p>a<!--b--></p>", "a node #comment"), ("<math><mi>a</mi></math>", "an element <math>"),
        ("<p><p>a</p></p>", "read as <p></p><p>a</p><p></p>"), ("<p>a", "read as <p>a</p>"),
        ("<p><em>a</p></em>", "read as <p><em>a</em></p>"), ("<P>a</P>", "read as <p>a</p>"),
        ("<p>a\r</p>", "read as <p>a\n</p>"), ("<p>a & b</p>", "read as <p>a &amp; b</p>"),
        ("<p>&para;</p>", "the text ¶"), ("<table>a</table>", "read as a<table></table>"),
        ("<form><div></form><form>a", "not stable: <form><div>a</div></form>"),
    ]

    @Test("would be noticed, were they let through")
    func guilt() async throws {
        try await judge { judge in
            for (markup, fault) in Self.bad {
                let faults = try await judge.faults(setting: [HTMLValidator.Case(id: "bad", markup: markup)])
                #expect(faults.contains { $0.contains(": \(fault)") }, "\(markup): \(faults)")
            }
        }
    }

    @Test("would be noticed, were they to reach beyond their section of a document")
    func guiltOfDocument() async throws {
        let bad = [
            ("<script>alert(1)</script>", "alert(1) ran"), ("<body onload=\"alert(1)\">", "alert(1) ran"),
            ("<img src=\"x\" onerror=\"alert(1)\">", "alert(1) ran"),
            ("<script src=\"http://127.0.0.1:9/x\"></script>", "a load was tried: http://127.0.0.1:9/x"),
            ("<html onclick=\"a\">", "not the sections"), ("</section>b", "not the sections"),
            ("<!--", "not the sections"), ("<section>", "not the sections"), ("<textarea>", "not the sections"),
            ("<p><p>a</p></p>", "read as <p></p><p>a</p><p></p>"), ("<em>a", "read as <em>a</em>"),
        ]
        try await judge { judge in
            for (markup, fault) in bad {
                let cases = [("bad", markup), ("good", "<p>a</p>")].map { HTMLValidator.Case(id: $0, markup: $1) }
                let faults = try await judge.faults(parsing: cases)
                #expect(faults.contains { $0.contains(": \(fault)") }, "\(markup): \(faults)")
            }
            let good = [HTMLValidator.Case(id: "good", markup: "<p>a\u{A0}&amp;nbsp; &lt;</p><ul><li>b<br>c</li></ul>")]
            let faults = try await judge.faults(setting: good) + judge.faults(parsing: good)
            #expect(faults == [])
        }
    }
}
