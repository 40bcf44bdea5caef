import GRDB

/// The database of all objects the gateway serves, in one SQLite file or in memory.
package final class Archive: Sendable {
    let database: any DatabaseWriter
    let path: String
    /// True if the counts of calls survive a restart.
    package let isPersistent: Bool

    /// Creates an archive in memory.
    package init() throws {
        database = try DatabaseQueue(configuration: Self.configuration)
        path = ":memory:"
        isPersistent = false
        try database.write(Self.createTables)
    }

    /// Opens the archive in a file, or creates it. Throws `ArchiveError` if the file is not an archive or cannot be
    /// used.
    package init(path: String) throws {
        database = try Self.mappingErrors(of: path) {
            let state = try Self.inspect(path)
            let database = try DatabasePool(path: path, configuration: Self.configuration)
            switch state {
            case .archive: try database.writeWithoutTransaction(Self.truncateWAL)
            case .outdatedArchive: try database.write(Self.upgrade)
            case .empty: try database.write(Self.createTables)
            }
            return database
        }
        self.path = path
        isPersistent = true
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "archive"
        configuration.foreignKeysEnabled = false
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            // In KiB for each reader; with SQLite's default of 2 MB, every longer scan of a large archive rereads the
            // file.
            try db.execute(sql: "PRAGMA cache_size = -24576")
        }
        configuration.busyMode = .timeout(Double(busyTimeout))
        return configuration
    }
}
