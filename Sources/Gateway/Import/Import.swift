import FoundationEssentials
import GRDB

/// Puts the records of files into an archive, within one transaction.
struct Import {
    private let db: Database
    private let insertion: Insertion
    private let known: Statement
    private let progress: (ImportProgress) throws -> Void
    private let complain: (ImportReport.Bad) -> Void
    private(set) var report = ImportReport()

    init(
        _ db: Database, progress: @escaping (ImportProgress) throws -> Void,
        complain: @escaping (ImportReport.Bad) -> Void
    ) throws {
        self.db = db
        insertion = try Insertion(db)
        known = try db.makeStatement(
            sql: "SELECT isFull, modified, information, template FROM source WHERE key = ?")
        self.progress = progress
        self.complain = complain
    }

    /// Puts in what can be read of a file, and complains of the rest.
    mutating func read(_ path: String) throws {
        let file = path == "-" ? "standard input" : path
        do {
            let input = try ByteReader(path: path)
            guard !input.isCompressed else { return refuse(file, nil, "it is compressed; unpack it first") }
            guard !input.isWide else { return refuse(file, nil, "it is in UTF-16; save it in UTF-8 first") }
            try take(RecordScanner(input), file)
        } catch let error as ByteReader.Failure {
            refuse(file, nil, "it cannot be read: \(error)")
        }
    }

    private mutating func take(_ scanner: consuming RecordScanner, _ file: String) throws {
        var index = 0
        while let found = try scanner.next() {
            index += 1
            if index % 256 == 1 { try progress(.reading(file: file, bytes: scanner.input.count, records: index)) }
            switch found {
            case .bad(let reason): refuse(file, index, reason)
            case .record(let bytes):
                do {
                    try put(try Recording(bytes))
                } catch let error as RecordError {
                    refuse(file, index, error.description)
                }
            }
        }
        if index == 0, !scanner.hasBegun { refuse(file, nil, "there is nothing in it") }
    }

    /// The better of two copies stays (see `Standing`); the relations that either tells are kept.
    private mutating func put(_ recording: Recording) throws {
        let entry = recording.entry
        let template = Template.write(entry)
        if let row = try Row.fetchOne(known, arguments: [entry.kind.key(entry.id)]) {
            let standing = Standing(isFull: row[0], modified: row[1], information: row[2])
            // Items beyond those that are shown may tell more.
            if row[3] as Data == Data(template), standing.information == recording.standing.information {
                return report.count(entry.kind, \.unchanged)
            }
            if recording.standing < standing {
                try insertion.link(entry, telling: false)
                report.hasChanges = true
                return report.count(entry.kind, \.unchanged)
            }
            report.count(entry.kind, \.replaced)
        } else {
            report.count(entry.kind, \.new)
        }
        try insertion.put(entry, template, recording.standing)
        try insertion.link(entry, telling: true)
    }

    private mutating func refuse(_ file: String, _ index: Int?, _ reason: String) {
        report.countBad()
        complain(ImportReport.Bad(file: file, index: index, reason: reason))
    }
}
