import Foundation

/// The sanitizer as `heroes sanitize --lines`, over the descriptions of the bundled catalogue.
struct SanitizerSuite {
    private let rounds: Rounds
    /// Bytes of descriptions in a round, which take far longer than the start of the process.
    private let volume: Int

    init(_ effort: Effort) {
        rounds = effort.rounds
        volume = effort.isQuick ? 1_000_000 : 20_000_000
    }

    func report() async throws -> Report {
        let plain = try Self.descriptions()
        let folder = try TemporaryFolder()
        let rates = try await [plain, plain.map(Self.markedUp)].asyncMap { texts in
            let bytes = texts.reduce(0) { $0 + $1.utf8.count }
            let repetitions = volume / bytes + 1
            let lines = try texts.map { try JSONEncoder().encode(["id": "1", "payload": $0]) + [10] }.joined()
            try folder.write(repeatElement(Array(lines), count: repetitions).joined(), to: "lines")
            return try await rounds.spread {
                let start = ContinuousClock.now
                let command = "exec \(Peer.program) sanitize --lines < \(folder.path("lines")) > /dev/null"
                _ = try ChildProcess("/bin/sh", ["-c", command]).finish()
                return Double(bytes * repetitions) / 1e6 / ((ContinuousClock.now - start) / .seconds(1))
            }
        }
        return Report(
            note: "sanitizer: `heroes sanitize --lines` over the catalogue's descriptions, from its start to its end.",
            figures: [
                Figure("sanitizer: MB/s of plain text", rates[0], digits: 1),
                Figure("sanitizer: MB/s of text that is half markup", rates[1], digits: 1),
            ])
    }

    private static func descriptions() throws -> [String] {
        let folder = "Sources/Gateway/Catalogue"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        return try files.sorted().flatMap { file in
            let data = try Data(contentsOf: URL(filePath: folder).appending(path: file))
            let entries = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
            return entries.compactMap { $0["description"] as? String }.filter { !$0.isEmpty }
        }
    }

    /// Wraps a description in as much markup as text.
    private static func markedUp(_ description: String) -> String {
        let sentences = description.split(separator: ". ").joined(separator: ".<br />\r\n")
        return "<p class=\"Body\"><i>Once</i>: \(sentences)</p>\r\n"
            + "<p>See <a href=\"https://heroes.example/?a=1&amp;b=2\" class=\"more\">more &amp; more</a></p>"
    }
}
