import Foundation
import HTTP
import Testing

/// Compares a response with its snapshot file; `RECORD_SNAPSHOTS=1` rewrites the files.
enum Snapshot {
    private static let folder = SiteUnderTest.root + "/Tests/Fixtures/snapshots"

    static func check(
        _ response: Response, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try check(try await text(of: response), name, sourceLocation: sourceLocation)
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
        #expect(text == recorded, "\(name) differs from its snapshot", sourceLocation: sourceLocation)
    }

    /// Returns status, header fields and body. The parts of a stream are separated, and file hashes are replaced.
    private static func text(of response: Response) async throws -> String {
        let head = response.fields.map { "\($0.name): \($0.value)\n" }.joined()
        let body = try await response.parts.map { String(decoding: $0, as: UTF8.self) }
        let text = "\(response.status.code)\n\(head)\n" + body.joined(separator: "\n=== next part ===\n")
        return text.replacing(/\?v=[0-9a-f]+/, with: "?v=HASH").replacing(
            /ETag: W\/"[0-9a-f]+"/, with: "ETag: W/\"HASH\"")
    }
}
