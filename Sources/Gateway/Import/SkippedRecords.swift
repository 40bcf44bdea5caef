/// The counts of the skipped records of a file, by reason, for one line of the report.
struct SkippedRecords {
    private struct Reason {
        let text: String
        let first: Int
        var count = 1
    }

    /// The number of reasons reported.
    private static let reasonLimit = 3

    private var reasons: [Reason] = []
    private var others = 0
    /// The number of lines without JSON, such as source code around data; they contain no records.
    var lines = 0

    var count: Int { reasons.reduce(others) { $0 + $1.count } }

    /// Counts the skipped record with this number, from 1.
    mutating func add(_ reason: String, at index: Int) {
        if let known = reasons.firstIndex(where: { $0.text == reason }) {
            reasons[known].count += 1
        } else if reasons.count < Self.reasonLimit {
            reasons.append(Reason(text: reason, first: index))
        } else {
            others += 1
        }
    }

    /// Returns one problem that summarises the skipped records; nil if there are none.
    func problem(in file: String) -> ImportReport.Problem? {
        var parts = reasons.enumerated().map { index, reason in
            "\(index == 0 ? "" : "\(reason.first): ")\(reason.text)\(reason.count == 1 ? "" : " (\(reason.count) times)")"
        }
        if others > 0 { parts.append("\(others) more for other reasons") }
        if lines > 0 { parts.append("\(lines) \(lines == 1 ? "line that is" : "lines that are") not JSON") }
        guard !parts.isEmpty else { return nil }
        return ImportReport.Problem(
            file: file, index: reasons.first?.first,
            reason: reasons.isEmpty ? "skipped \(parts[0])" : parts.joined(separator: "; "))
    }
}
