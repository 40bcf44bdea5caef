import GRDB

extension Archive {
    /// Puts the records of these files in: recorded answers of the API in whatever form they were kept. An archive
    /// that this fails for, or is interrupted in, stays as it was.
    ///
    /// Blocks for as long as it takes. Throws what `progress` throws, which ends it, and `ArchiveError`.
    package func importRecords(
        of paths: [String], progress: @escaping (ImportProgress) throws -> Void = { _ in },
        complain: @escaping (ImportReport.Bad) -> Void = { _ in }
    ) throws -> ImportReport {
        try Self.mappingErrors(of: path) {
            try database.writeWithoutTransaction { db in
                // In KiB. What is related to an object lies all over the table of relations.
                try db.execute(sql: "PRAGMA cache_size = -98304")
                var report = ImportReport()
                try db.inTransaction(.immediate) {
                    var work = try Import(db, progress: progress, complain: complain)
                    let files = RecordFile.expand(paths)
                    for file in files { try file.isEndless ? work.pass(over: file.path) : work.read(file.path) }
                    try work.finish()
                    report = work.report
                    if report.good == 0, report.bad == 0 { complain(.nothing(in: files.map(\.path))) }
                    guard report.hasChanges else { return .rollback }
                    try progress(.settling)
                    try Self.commit(db, marvel: true)
                    return .commit
                }
                try Self.emptyLog(db)
                return report
            }
        }
    }

    /// Ends what is being written, as soon as possible and as if it had not begun.
    package func interrupt() { database.interrupt() }

    /// Brings everything into the one file; throws `ArchiveError` where it cannot.
    package func close() throws {
        // Only the last connection to the file may remove the log, and only if it is the one that writes.
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        try Self.mappingErrors(of: path, database.close)
    }
}
