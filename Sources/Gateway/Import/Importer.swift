import Basics
import FoundationEssentials
import GRDB

extension Archive {
    /// Imports the records of files with recorded API responses, in one transaction: if the import fails or its process
    /// ends, the archive is unchanged.
    ///
    /// Blocks until it is finished; `progress` receives a line from time to time. Throws `ArchiveError`.
    package func importRecords(
        of paths: [String], progress: @escaping (String) -> Void = { _ in },
        onProblem: @escaping (ImportReport.Problem) -> Void = { _ in }
    ) throws -> ImportReport {
        try Self.mappingErrors(of: path) {
            try database.writeWithoutTransaction { db in
                // In KiB. Importing accesses the table of relations randomly.
                try db.execute(sql: "PRAGMA cache_size = -98304")
                var report = ImportReport()
                try db.inTransaction(.immediate) {
                    var importer = try Importer(db, of: path, progress: progress, onProblem: onProblem)
                    let files = RecordFile.expand(paths)
                    for file in files { try importer.read(file) }
                    try importer.finish()
                    report = importer.report
                    if report.goodCount == 0, report.badCount == 0 {
                        let names = files.count == 1 ? files[0] : "\(files.count) files"
                        onProblem(ImportReport.Problem(file: names, index: nil, reason: "no records"))
                    }
                    guard report.hasChanges else { return .rollback }
                    progress("building the indexes")
                    try Self.commit(db, marvel: true)
                    return .commit
                }
                try Self.truncateWAL(db)
                return report
            }
        }
    }
}

/// The import of the records of files into an archive, within one transaction.
struct Importer {
    private let writer: RecordWriter
    /// The file of the archive that is written.
    private let target: String
    private let selectStored: Statement
    private let progress: (String) -> Void
    private let onProblem: (ImportReport.Problem) -> Void
    private var named: NamedObjects
    private(set) var report = ImportReport()
    private var file = ""
    /// The number of records in the file so far, including invalid ones.
    private(set) var index = 0
    var skipped = SkippedRecords()
    /// The number of bytes read of the file.
    var bytes = 0

    init(
        _ db: Database, of target: String, progress: @escaping (String) -> Void,
        onProblem: @escaping (ImportReport.Problem) -> Void
    ) throws {
        self.target = target
        writer = try RecordWriter(db)
        selectStored = try db.makeStatement(
            sql: "SELECT isFull, modified, information, template FROM source WHERE key = ?")
        named = try NamedObjects(db)
        self.progress = progress
        self.onProblem = onProblem
    }

    /// Imports a file and reports everything skipped in one problem.
    mutating func read(_ path: String) throws {
        file = path == "-" ? "standard input" : path
        index = 0
        bytes = 0
        skipped = SkippedRecords()
        if ArchiveFile.isSame(path, target) { return refuse("it is the archive itself") }
        if RecordFile.isDatabase(path) {
            try read(archive: path)
        } else {
            let (content, problem) = RecordFile.read(path)
            if let problem { return refuse(problem) }
            try search(content)
        }
        report.badCount += skipped.count
        if let problem = skipped.problem(in: file) { onProblem(problem) }
    }

    /// Reports a file of which nothing is imported.
    mutating func refuse(_ reason: String) {
        report.badCount += 1
        onProblem(ImportReport.Problem(file: file, index: nil, reason: reason))
    }

    /// Inserts the objects that are only named, after all files.
    mutating func finish() throws {
        try writer.add(named.entries)
        for entry in named.entries { report.count(entry.kind, \.named) }
    }

    mutating func skip(_ reason: String) {
        index += 1
        skipped.add(reason, at: index)
    }

    /// Imports a record. Of two copies the better is stored (see `RecordQuality`), with the relations of both. `asNew` is
    /// the count of an object that the archive does not contain.
    mutating func put(
        _ entry: ArchiveEntry, _ quality: RecordQuality, asNew: WritableKeyPath<ImportReport.Counts, Int> = \.new
    ) throws {
        index += 1
        if index % 256 == 1 { progress("\(file): \(index) records, \(bytes >> 20) MiB") }
        named.add(entry)
        let template = RecordTemplate.write(entry)
        if let row = try Row.fetchOne(selectStored, arguments: [ObjectKey(entry.kind, entry.id)]) {
            let stored = RecordQuality(isFull: row[0], modified: row[1], information: row[2])
            // Beyond the item limit, the copies may have different relations.
            if row[3] as Data == Data(template), stored.information == quality.information {
                return report.count(entry.kind, \.unchanged)
            }
            if quality < stored {
                try writer.putFacts(of: entry)
                try writer.link(entry, usesSummaries: false)
                report.hasChanges = true
                return report.count(entry.kind, \.unchanged)
            }
            // An object that was only named counts as new.
            report.count(entry.kind, stored.isFull || !quality.isFull ? \.replaced : \.new)
        } else {
            report.count(entry.kind, asNew)
        }
        try writer.put(entry, template, quality)
        try writer.link(entry, usesSummaries: true)
    }

    /// Imports one direction of a relation.
    mutating func link(_ subject: ObjectKey, _ kind: Kind, _ id: Int, role: String) throws {
        if try writer.link(subject, kind, id, role: role) { report.hasChanges = true }
    }
}

/// The objects that recorded objects name but that are not recorded themselves.
///
/// They are added with their ids and names after all files are read, so that pages can show them and totals match the
/// lists.
struct NamedObjects {
    private var known: Set<ObjectKey>
    private var unrecorded: [ObjectKey: ArchiveEntry] = [:]

    init(_ db: Database) throws {
        known = try ObjectKey.fetchSet(db, sql: "SELECT key FROM source")
    }

    /// Adds a recorded object and the objects that it names.
    mutating func add(_ entry: ArchiveEntry) {
        let key = ObjectKey(entry.kind, entry.id)
        if known.insert(key).inserted { unrecorded[key] = nil }
        for link in entry.links { add(link) }
    }

    private mutating func add(_ link: ArchiveEntry.Link) {
        let key = ObjectKey(link.kind, link.id)
        guard let item = link.item, !known.contains(key), unrecorded[key]?.name.isEmpty ?? true else { return }
        var fields: [String: JSON] = [:]
        fields[link.kind.nameField] = item["name"].flatMap(FieldType.text.converted)
        // The inverse of the mapping in `SummaryWriter`.
        if link.kind == .stories, let type = item["type"]?.text {
            fields["type"] = .string(type == "interiorStory" ? "story" : type)
        }
        unrecorded[key] = ArchiveEntry(kind: link.kind, id: link.id, fields: fields)
    }

    /// The unrecorded objects, in the order of their keys.
    var entries: [ArchiveEntry] { unrecorded.sorted { $0.key < $1.key }.map(\.value) }
}

/// The search for records at any depth: in objects that are not records, and in strings that contain JSON, as
/// in recordings of HTTP traffic.
extension Importer {
    /// The context of a value.
    private enum Context {
        /// In a list of records: outermost, in a list, in the `data` or `results` of such a value.
        case listed
        /// A member with any other name.
        case member
        /// After text in its line, as in `const heroes = {`, or in a string; it may be source code.
        case code
    }

    private mutating func search(_ file: [UInt8]) throws {
        if file.allSatisfy({ $0 <= 0x20 }) { return skip("it is empty") }
        try search(file, nil, isText: false)
        if index == 0, skipped.lines > 0 { skip("it contains no JSON") }
    }

    private mutating func search(_ bytes: [UInt8], _ kind: Kind?, isText: Bool) throws {
        var scanner = RecordScanner(bytes, kind: kind)
        while let event = scanner.next() {
            if !isText { self.bytes = scanner.position }
            switch event {
            case .value(let value, let isCode):
                try search(value, isText || isCode ? .code : .listed, scanner.kind, isText: isText)
            case .invalid(let reason) where !isText: skip(reason)
            case .text where !isText: skipped.lines += 1
            case .invalid, .text: break
            }
        }
    }

    /// Searches a value; `kind` is the one that the innermost name around it states.
    private mutating func search(_ value: JSON, _ context: Context, _ kind: Kind?, isText: Bool) throws {
        let before = index
        switch value {
        case .object(let members): return try search(members, context, kind, isText: isText)
        case .array(let elements):
            for element in elements { try search(element, context, kind, isText: isText) }
            return
        // A text within a text is not searched.
        case .string(let string) where !isText && string.utf8.count > 8:
            if let text = Self.text(string) { try search(text, kind, isText: true) }
        default: break
        }
        if context == .listed, index == before { skip("not a JSON object") }
    }

    /// Returns the text, decoded from base64 as HAR files have the content of some responses, if it may contain JSON.
    private static func text(_ text: String) -> [UInt8]? {
        let bytes = Array(text.utf8)
        if bytes.contains(UInt8(ascii: "{")) { return bytes }
        // Of `{"` or `[{`.
        guard text.hasPrefix("ey") || text.hasPrefix("W3") else { return nil }
        return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) }
    }

    /// Imports an object if it is a record, or else searches it.
    private mutating func search(_ members: [JSON.Member], _ context: Context, _ kind: Kind?, isText: Bool) throws {
        let record: ParsedRecord
        do throws(RecordError) {
            record = try ParsedRecord(members, kind)
        } catch {
            let (before, bad) = (index, skipped.count)
            var isEnvelope = false
            if error.confidence < .certain {
                for (name, value) in members.map({ ($0.name, $0.value) }) where name != JSON.syntaxErrorKey {
                    let isData = value.isContainer && (name == "data" || name == "results")
                    let inner = context == .listed && !isData ? .member : context
                    try search(value, inner, Kind(namedIn: name) ?? kind, isText: isText)
                    if isData { isEnvelope = true }
                }
            }
            // A syntax error of a record is also one of the objects around it.
            if members.last?.name == JSON.syntaxErrorKey {
                if skipped.count == bad, context != .code || index > before || error.confidence > .none {
                    skip(error.description)
                }
            } else if index == before, !isEnvelope, context == .listed || error.confidence > .none {
                skip(error.description)
            }
            return
        }
        try put(record.entry, record.quality)
    }
}
