import Foundation
import Testing

/// A case of the corpus in `Tests/Fixtures/sanitizer`: a line of JSON.
struct SanitizerFixture: Decodable, CustomTestStringConvertible {
    let id: String
    let payload: String
    /// The expected visible text; nil if several are acceptable.
    let text: String?
    /// The exact output, in the readability corpus.
    let output: String?

    var testDescription: String { id }

    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/sanitizer")

    /// The file names of the corpus of attacks.
    static let attackClasses = [
        "comment", "dom-clobbering", "encoding", "event-handler", "link-attribute", "link-scheme", "lookalike",
        "mutation-foreign", "mutation-raw-text", "mutation-structure", "nesting", "script", "truncated",
    ]

    static func load(_ name: String) throws -> [SanitizerFixture] {
        let data = try Data(contentsOf: folder.appendingPathComponent(name + ".jsonl"))
        return try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Self.self, from: $0) }
    }
}
