import Basics
import FoundationEssentials
import GRDB

/// Puts the records of files into an archive, within one transaction.
struct Import {
    private let writer: RecordWriter
    private let known: Statement
    private let progress: (ImportProgress) throws -> Void
    private let complain: (ImportReport.Bad) -> Void
    private var named: NamedObjects
    private(set) var report = ImportReport()
    private var file = ""
    /// The number of objects in the file that are records or look like them, mistakes included.
    private(set) var index = 0
    var skipped = SkippedRecords()
    /// The number of bytes read of the file.
    var bytes = 0

    init(
        _ db: Database, progress: @escaping (ImportProgress) throws -> Void,
        complain: @escaping (ImportReport.Bad) -> Void
    ) throws {
        writer = try RecordWriter(db)
        known = try db.makeStatement(
            sql: "SELECT isFull, modified, information, template FROM source WHERE key = ?")
        named = try NamedObjects(db)
        self.progress = progress
        self.complain = complain
    }

    /// Puts in what can be read of a file, and complains of what was skipped in one line.
    mutating func read(_ path: String) throws {
        file = path == "-" ? "standard input" : path
        index = 0
        bytes = 0
        skipped = SkippedRecords()
        do {
            let input = try ByteReader(path: path)
            if let sentence = UnreadableFormat.sentence(for: input.head) { return refuse(sentence) }
            if input.head.starts(with: UnreadableFormat.database) {
                try readDatabase(path)
            } else {
                try search(input)
            }
        } catch let error as SystemError {
            refuse("it cannot be read: \(error.reason)")
        }
        report.countBad(skipped.count)
        if let line = skipped.line(file) { complain(line) }
    }

    /// Complains of a whole file.
    mutating func refuse(_ reason: String) {
        report.countBad(1)
        complain(ImportReport.Bad(file: file, index: nil, reason: reason))
    }

    /// Skips a file of a folder that may have no end.
    mutating func pass(over path: String) {
        file = path
        refuse("it is a pipe, a socket or a device; to have it read, name it instead of its folder")
    }

    /// Ends the reading: objects that are only named go in.
    mutating func finish() throws {
        for (kind, count) in try named.insert(with: writer) { report.countNamed(kind, count) }
    }

    mutating func skip(_ reason: String) {
        index += 1
        skipped.add(reason, at: index)
    }

    /// Puts in a record: the better of two copies stays (see `RecordQuality`); the relations that either tells are kept.
    mutating func put(_ record: ParsedRecord) throws {
        index += 1
        if index % 256 == 1 { try progress(.reading(file: file, bytes: bytes, records: index)) }
        let entry = record.entry
        named.note(entry)
        let template = Template.write(entry)
        if let row = try Row.fetchOne(known, arguments: [entry.kind.key(entry.id)]) {
            let quality = RecordQuality(isFull: row[0], modified: row[1], information: row[2])
            // Items beyond those that are shown may tell more.
            if row[3] as Data == Data(template), quality.information == record.quality.information {
                return report.count(entry.kind, \.unchanged)
            }
            if record.quality < quality {
                try writer.link(entry, telling: false)
                report.hasChanges = true
                return report.count(entry.kind, \.unchanged)
            }
            // An object that was only named is new once it is recorded.
            report.count(entry.kind, quality.isFull || !record.quality.isFull ? \.replaced : \.new)
        } else {
            report.count(entry.kind, \.new)
        }
        try writer.put(entry, template, record.quality)
        try writer.link(entry, telling: true)
    }
}
