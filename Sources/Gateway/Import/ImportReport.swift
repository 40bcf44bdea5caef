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

        package var description: String { "\(file):\(index.map { "\($0):" } ?? "") \(reason)" }
    }

    package private(set) var counts: [Kind: Counts] = [:]
    /// The number of skipped records and files.
    package internal(set) var badCount = 0
    /// True if the archive changes: by a counted record, or by relations of a worse copy.
    var hasChanges = false

    package var goodCount: Int { counts.values.reduce(0) { $0 + $1.new + $1.replaced + $1.unchanged } }

    mutating func count(_ kind: Kind, _ outcome: WritableKeyPath<Counts, Int>) {
        counts[kind, default: Counts()][keyPath: outcome] += 1
        if outcome != \.unchanged { hasChanges = true }
    }
}

/// The skipped records of a file, for one line of the report.
struct SkippedRecords {
    /// The number of the first skipped record, from 1, and the reason.
    private var first: (index: Int, reason: String)?
    private(set) var count = 0
    /// The number of lines without JSON, such as source code around data; they contain no records.
    var lines = 0

    /// Counts the skipped record with this number.
    mutating func add(_ reason: String, at index: Int) {
        first = first ?? (index, reason)
        count += 1
    }

    /// Returns one problem that summarises the skipped records; nil if there are none.
    func problem(in file: String) -> ImportReport.Problem? {
        guard count + lines > 0 else { return nil }
        let others = count > 1 ? " (and \(count - 1) more records)" : ""
        let reason = first.map { $0.reason + others } ?? "skipped lines that are not JSON (\(lines))"
        return ImportReport.Problem(file: file, index: first?.index, reason: reason)
    }
}
