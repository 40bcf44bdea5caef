import Foundation
import HTML
import Support
import Testing

/// The corpus of attacks and of benign descriptions, sanitized and parsed by a real browser.
@Suite("Sanitized descriptions in Chromium", .sharedBrowsers, .timeLimit(.minutes(30)))
struct SanitizerBrowserTests {
    /// A line of the corpus; only the input is used here.
    private struct Line: Decodable {
        let id: String
        let payload: String
    }

    /// Returns the lines of each file of the corpus.
    private static func corpus() throws -> [[Line]] {
        let folder = Fixture.folder + "/sanitizer"
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }.sorted()
            .map { name in
                try Fixture.bytes("sanitizer/" + name).split(separator: UInt8(ascii: "\n"))
                    .map { try JSONDecoder().decode(Line.self, from: Data($0)) }
            }
    }

    /// Runs the steps with a validator in a browser.
    private func validate(_ steps: (HTMLValidator) async throws -> Void) async throws {
        // The validated markup fills the console on purpose.
        try await withBrowser(console: nil) { _, browser in try await steps(HTMLValidator(browser: browser)) }
    }

    /// Sanitizes the whole corpus and expects no faults in Chromium.
    private func expectNoFaults(_ sanitize: (String) -> SafeHTML?) async throws {
        let corpus = try Self.corpus()
        #expect(corpus.joined().count > 500)
        try await validate { validator in
            for lines in corpus {
                let cases = lines.map { HTMLValidator.Case(id: $0.id, markup: sanitize($0.payload)?.markup ?? "") }
                let faults = try await validator.faults(setting: cases) + validator.faults(parsing: cases)
                #expect(faults == [])
            }
        }
    }

    @Test("run nothing, load nothing, and are parsed as written")
    func descriptions() async throws {
        let sanitizer = Sanitizer()
        try await expectNoFaults { sanitizer.sanitize($0) }
    }

    @Test("run nothing, load nothing, and are parsed as written, with a base for relative links")
    func descriptionsWithBase() async throws {
        let sanitizer = Sanitizer(base: "https://source.example/wiki/Page")
        try await expectNoFaults { sanitizer.sanitize($0) }
    }

    @Test("run nothing, load nothing, and are parsed as written, as inline text")
    func inline() async throws {
        let sanitizer = Sanitizer()
        try await expectNoFaults { sanitizer.sanitizeInline($0) }
    }

    private static let link = "rel=\"noopener nofollow ugc\""

    /// Unsafe markup, and the fault that the validator reports.
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

    @Test("are reported if they contain unsafe markup")
    func unsafeMarkup() async throws {
        try await validate { validator in
            for (markup, fault) in Self.bad {
                let faults = try await validator.faults(setting: [HTMLValidator.Case(id: "bad", markup: markup)])
                #expect(faults.contains { $0.contains(": \(fault)") }, "\(markup): \(faults)")
            }
        }
    }

    @Test("are reported if they reach beyond their section of a document")
    func unsafeDocument() async throws {
        let bad = [
            ("<script>alert(1)</script>", "alert(1) ran"), ("<body onload=\"alert(1)\">", "alert(1) ran"),
            ("<img src=\"x\" onerror=\"alert(1)\">", "alert(1) ran"),
            ("<script src=\"http://127.0.0.1:9/x\"></script>", "a load was tried: http://127.0.0.1:9/x"),
            ("<html onclick=\"a\">", "not the sections"), ("</section>b", "not the sections"),
            ("<!--", "not the sections"), ("<section>", "not the sections"), ("<textarea>", "not the sections"),
            ("<p><p>a</p></p>", "read as <p></p><p>a</p><p></p>"), ("<em>a", "read as <em>a</em>"),
        ]
        try await validate { validator in
            for (markup, fault) in bad {
                let cases = [("bad", markup), ("good", "<p>a</p>")].map { HTMLValidator.Case(id: $0, markup: $1) }
                let faults = try await validator.faults(parsing: cases)
                #expect(faults.contains { $0.contains(": \(fault)") }, "\(markup): \(faults)")
            }
            let good = [HTMLValidator.Case(id: "good", markup: "<p>a\u{A0}&amp;nbsp; &lt;</p><ul><li>b<br>c</li></ul>")]
            let faults = try await validator.faults(setting: good) + validator.faults(parsing: good)
            #expect(faults == [])
        }
    }
}
