import GRDB

extension Archive {
    /// Imports the records of files with recorded API responses, in one transaction: if the import fails or is
    /// interrupted, the archive is unchanged.
    ///
    /// Blocks until it is finished. Throws `ArchiveError`, or an error of `progress`, which ends the import.
    package func importRecords(
        of paths: [String], progress: @escaping (ImportProgress) throws -> Void = { _ in },
        onProblem: @escaping (ImportReport.Problem) -> Void = { _ in }
    ) throws -> ImportReport {
        try Self.mappingErrors(of: path) {
            try database.writeWithoutTransaction { db in
                // In KiB. Importing accesses the table of relations randomly.
                try db.execute(sql: "PRAGMA cache_size = -98304")
                var report = ImportReport()
                try db.inTransaction(.immediate) {
                    var importer = try Importer(db, progress: progress, onProblem: onProblem)
                    let files = RecordFile.expand(paths)
                    for file in files {
                        try file.isSpecial ? importer.skipSpecialFile(file.path) : importer.read(file.path)
                    }
                    try importer.finish()
                    report = importer.report
                    if report.goodCount == 0, report.badCount == 0 { onProblem(.noRecords(in: files.map(\.path))) }
                    guard report.hasChanges else { return .rollback }
                    try progress(.committing)
                    try Self.commit(db, marvel: true)
                    return .commit
                }
                try Self.truncateWAL(db)
                return report
            }
        }
    }

    /// Interrupts the running statement and rolls its transaction back.
    package func interrupt() { database.interrupt() }

    /// Closes the database and moves the write-ahead log into its file; throws `ArchiveError`.
    package func close() throws {
        // SQLite removes the log when the last connection is closed, and only if that one can write.
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        try Self.mappingErrors(of: path, database.close)
    }
}
