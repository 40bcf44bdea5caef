/// The result of an import.
package struct ImportReport: Sendable {
    /// The numbers of added records, of those that replaced another copy, and of those the archive has as good or
    /// better.
    package struct Counts: Hashable, Sendable {
        package var new = 0
        package var replaced = 0
        package var unchanged = 0
        /// The number of objects added with only their ids and names, because others name them.
        package var named = 0
    }

    /// The skipped parts of a file, or the reason why the file cannot be read.
    package struct Problem: Hashable, Sendable, CustomStringConvertible {
        package let file: String
        /// The number of the first skipped record in the file, from 1; nil for a problem of the file itself.
        package let index: Int?
        package let reason: String

        /// Returns the problem of files without any records, not even invalid ones.
        static func noRecords(in files: [String]) -> Problem {
            Problem(
                file: files.count == 1 ? files[0] : "\(files.count) files", index: nil,
                reason: files.count == 1 ? "it contains no records" : "they contain no records")
        }

        package var description: String { "\(file):\(index.map { "\($0):" } ?? "") \(reason)" }
    }

    package private(set) var counts: [Kind: Counts] = [:]
    /// The number of skipped records and files.
    package private(set) var badCount = 0
    /// True if the archive changes: by a counted record, or by relations of a worse copy.
    var hasChanges = false

    /// The number of valid records.
    package var goodCount: Int { counts.values.reduce(0) { $0 + $1.new + $1.replaced + $1.unchanged } }

    mutating func count(_ kind: Kind, _ outcome: WritableKeyPath<Counts, Int>) {
        counts[kind, default: Counts()][keyPath: outcome] += 1
        if outcome != \.unchanged { hasChanges = true }
    }

    mutating func countNamed(_ kind: Kind, _ count: Int) {
        counts[kind, default: Counts()].named += count
        hasChanges = true
    }

    mutating func countBad(_ count: Int) { badCount += count }
}

/// The progress of an import.
package enum ImportProgress: Hashable, Sendable {
    case reading(file: String, bytes: Int, records: Int)
    /// All files are read; the derived tables are being rebuilt.
    case committing
}

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
