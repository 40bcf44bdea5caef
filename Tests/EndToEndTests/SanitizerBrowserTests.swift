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

    @Test(
        "run nothing, load nothing, and are parsed as written: as blocks, with a base for links, and as inline text",
        arguments: [(nil, false), ("https://source.example/wiki/Page", false), (nil, true)])
    func corpus(base: String?, isInline: Bool) async throws {
        let sanitizer = Sanitizer(base: base)
        let corpus = try Self.corpus()
        #expect(corpus.joined().count > 500)
        try await validate { validator in
            for lines in corpus {
                let cases = lines.map { line in
                    let html = isInline ? sanitizer.sanitizeInline(line.payload) : sanitizer.sanitize(line.payload)
                    return HTMLValidator.Case(id: line.id, markup: html?.markup ?? "")
                }
                let faults = try await validator.faults(setting: cases) + validator.faults(parsing: cases)
                #expect(faults == [])
            }
        }
    }

    @Test("are reported if they contain unsafe markup, or reach beyond their section of a document")
    func unsafeMarkup() async throws {
        let link = "rel=\"noopener nofollow ugc\""
        let bad = [
            ("<img src=\"x\" onerror=\"alert(1)\">", "alert(1) ran"),
            ("<img src=\"x\" onerror=\"window.stolen = 1\">", "the global stolen was set"),
            ("<img src=\"x\" onerror=\"nowhere()\">", "Uncaught ReferenceError: nowhere is not defined"),
            ("<details open ontoggle=\"alert(1)\">a</details>", "alert(1) ran"),
            ("<img src=\"x\">", "an element <img>"),
            ("<link rel=\"stylesheet\" href=\"http://127.0.0.1:9/x\">", "a load was tried: http://127.0.0.1:9/x"),
            ("<p onclick=\"alert(1)\">a</p>", "an attribute onclick on <p>"),
            ("<p><a href=\"javascript:alert(1)\" \(link)>a</a></p>", "a link to javascript:alert(1)"),
            ("<p><a href=\"/a\" \(link)>a</a></p>", "a link to /a"),
            ("<p><a href=\"https://a@b.example/\" \(link)>a</a></p>", "a link to https://a@b.example/"),
            ("<p><a href=\"https://a.example/\">a</a></p>", "a link with rel="),
            ("<p>a<!--b--></p>", "a node #comment"),
            ("<p><em>a</p></em>", "read as <p><em>a</em></p>"), ("<p>&para;</p>", "the text ¶"),
            ("<form><div></form><form>a", "not stable: <form><div>a</div></form>"),
        ]
        let escaping = [
            ("<script>alert(1)</script>", "alert(1) ran"), ("<html onclick=\"a\">", "not the sections"),
            ("</section>b", "not the sections"), ("<!--", "not the sections"), ("<textarea>", "not the sections"),
            ("<p><p>a</p></p>", "read as <p></p><p>a</p><p></p>"),
        ]
        let good = HTMLValidator.Case(id: "good", markup: "<p>a\u{A0}&amp;nbsp; &lt;</p><ul><li>b<br>c</li></ul>")
        try await validate { validator in
            for (markup, fault) in bad {
                let faults = try await validator.faults(setting: [HTMLValidator.Case(id: "bad", markup: markup)])
                #expect(faults.contains { $0.contains(": \(fault)") }, "\(markup): \(faults)")
            }
            for (markup, fault) in escaping {
                let faults = try await validator.faults(parsing: [HTMLValidator.Case(id: "bad", markup: markup), good])
                #expect(faults.contains { $0.contains(": \(fault)") }, "\(markup): \(faults)")
            }
            let faults = try await validator.faults(setting: [good]) + validator.faults(parsing: [good])
            #expect(faults == [])
        }
    }
}
