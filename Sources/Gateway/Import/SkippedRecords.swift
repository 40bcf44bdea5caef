/// The skipped parts of a file, counted for one line of the report.
struct SkippedRecords {
    private struct Reason {
        let text: String
        let first: Int
        var count = 1
    }

    /// As many reasons are named.
    private static let most = 3

    private var reasons: [Reason] = []
    private var others = 0
    /// Lines that are no JSON, as a program has around its data; no record was lost with them.
    var lines = 0

    var count: Int { reasons.reduce(others) { $0 + $1.count } }

    /// Notes what would have been the record of that number, counted from 1.
    mutating func add(_ reason: String, at index: Int) {
        if let known = reasons.firstIndex(where: { $0.text == reason }) {
            reasons[known].count += 1
        } else if reasons.count < Self.most {
            reasons.append(Reason(text: reason, first: index))
        } else {
            others += 1
        }
    }

    /// Returns what was skipped in one line; nil if nothing was.
    func line(_ file: String) -> ImportReport.Bad? {
        var words = reasons.enumerated().map { place, reason in
            "\(place == 0 ? "" : "\(reason.first): ")\(reason.text)\(reason.count == 1 ? "" : " (\(reason.count) times)")"
        }
        if others > 0 { words.append("\(others) more for other reasons") }
        if lines > 0 { words.append("\(lines) \(lines == 1 ? "line that is" : "lines that are") no JSON") }
        guard !words.isEmpty else { return nil }
        return ImportReport.Bad(
            file: file, index: reasons.first?.first,
            reason: reasons.isEmpty ? "skipped \(words[0])" : words.joined(separator: "; "))
    }
}
