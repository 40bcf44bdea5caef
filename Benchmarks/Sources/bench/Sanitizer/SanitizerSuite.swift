import Foundation
import HTML

/// The sanitizer against libxml2's bare parse of the same descriptions.
struct SanitizerSuite {
    /// Bytes that one call works through, at least.
    private static let volume = 1 << 20

    private struct Line: Decodable { let payload: String }

    func report() throws -> Report {
        var table = Table("descriptions", "number", "mean bytes", "sanitizer MB/s", "libxml2 MB/s", "time to libxml2’s")
        let catalogue = try CatalogueFiles().descriptions
        let ratios = try [
            add("the bundled catalogue’s, plain text", catalogue, to: &table),
            add("the same, half of it markup", catalogue.map(markedUp), to: &table),
            add("the readable fixtures", fixtures(), to: &table),
        ]
        let text = """
            ## Sanitizer

            `script/bench sanitizer`: each description cleaned by the sanitizer, text to markup, and parsed and freed \
            by libxml2 with the same options and nothing else. Processor time, medians of \(Contest.rounds) rounds in one process, by turns, over 1 MiB \
            a call; MB are 10⁶ bytes of input.

            \(table.text)

            libxml2 alone reads what was sent; the sanitizer repairs, reduces and rewrites it besides. Text without `<` and \
            `&` never reaches libxml2 there.
            """
        let figures = zip(["plain text", "half of it markup", "the readable fixtures"], ratios).map {
            Figure(name: "sanitizer: time to libxml2’s, \($0)", value: $1)
        }
        return Report(text: text, figures: figures)
    }

    /// A description in as much markup as text: a paragraph with a class, emphasis, a break and a link.
    private func markedUp(_ description: String) -> String {
        let sentences = description.split(separator: ". ").joined(separator: ".<br />\r\n")
        return "<p class=\"Body\"><i>Once</i>: \(sentences)</p>\r\n"
            + "<p>See <a href=\"https://heroes.example/?a=1&amp;b=2\" class=\"more\">more &amp; more</a></p>"
    }

    /// What Tests/Fixtures keeps as descriptions that are good to read once they are cleaned.
    private func fixtures() throws -> [String] {
        let file = try String(contentsOfFile: "Tests/Fixtures/sanitizer/readable.jsonl", encoding: .utf8)
        return try file.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).payload }
    }

    /// Adds a row; returns the sanitizer’s time to libxml2’s.
    private func add(_ name: String, _ descriptions: [String], to table: inout Table) throws -> Double {
        let length = descriptions.reduce(0) { $0 + $1.utf8.count }
        let repetitions = max(1, (Self.volume + length - 1) / max(1, length))
        let all = (0..<repetitions).flatMap { _ in descriptions }
        let sanitizer = Sanitizer()
        let times = try Contest().times([
            { all.reduce(0) { $0 + (sanitizer.sanitize($1)?.markup.utf8.count ?? 0) } },
            { all.reduce(0) { $0 + BareParser.parse($1) } },
        ])
        let megabytes = Double(length * repetitions) / 1e6
        table.add(
            name, String(descriptions.count), String(length / descriptions.count),
            (megabytes / times[0].median).text(1), (megabytes / times[1].median).text(1),
            times[0].ratio(to: times[1]).text(2))
        return times[0].ratio(to: times[1])
    }
}
