/// What became of the records of an import.
package struct ImportReport: Sendable {
    /// Records that went in as objects not known before, instead of others, or not at all because the archive has
    /// them as good or better.
    package struct Counts: Hashable, Sendable {
        package var new = 0
        package var replaced = 0
        package var unchanged = 0
        /// Objects that went in with no more than their ids and names, because others name them.
        package var named = 0
    }

    /// The skipped parts of a file, or a whole file that could not be read.
    package struct Bad: Hashable, Sendable, CustomStringConvertible {
        package let file: String
        /// The first record that was skipped, counted from 1 within the file; nil for the file as a whole.
        package let index: Int?
        package let reason: String

        /// Says that there is no record in any of these, nor anything that should have been one.
        static func nothing(in files: [String]) -> Bad {
            Bad(
                file: files.count == 1 ? files[0] : "\(files.count) files", index: nil,
                reason: files.count == 1 ? "there is no record in it" : "there is no record in them")
        }

        package var description: String { "\(file):\(index.map { "\($0):" } ?? "") \(reason)" }
    }

    package private(set) var counts: [Kind: Counts] = [:]
    package private(set) var bad = 0
    /// Whether anything has to be written beside what was counted: relations that a worse copy tells.
    var hasChanges = false

    /// How many records were read.
    package var good: Int { counts.values.reduce(0) { $0 + $1.new + $1.replaced + $1.unchanged } }

    mutating func count(_ kind: Kind, _ outcome: WritableKeyPath<Counts, Int>) {
        counts[kind, default: Counts()][keyPath: outcome] += 1
        if outcome != \.unchanged { hasChanges = true }
    }

    mutating func countNamed(_ kind: Kind, _ count: Int) {
        counts[kind, default: Counts()].named += count
        hasChanges = true
    }

    mutating func countBad(_ count: Int) { bad += count }
}

/// How far an import is.
package enum ImportProgress: Hashable, Sendable {
    case reading(file: String, bytes: Int, records: Int)
    /// Everything is read, and is put in order.
    case settling
}
