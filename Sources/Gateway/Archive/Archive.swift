import GRDB

/// Every object the gateway serves, in one SQLite file or in memory.
package final class Archive: Sendable {
    let database: any DatabaseWriter
    let columns = EncodedColumnCache()
    let path: String
    /// Whether the counts of calls outlive the process.
    package let isPersistent: Bool

    /// An archive that lives as long as the process.
    package init() throws {
        database = try DatabaseQueue(configuration: Self.configuration)
        path = ":memory:"
        isPersistent = false
        try database.write(Self.makeTables)
    }

    /// Opens the archive in that file, or creates it.
    ///
    /// Throws `ArchiveError` for a file that is something else or cannot be used.
    package init(path: String) throws {
        database = try Self.mappingErrors(of: path) {
            let state = try Self.inspect(path)
            let database = try DatabasePool(path: path, configuration: Self.configuration)
            switch state {
            case .archive: try database.writeWithoutTransaction(Self.emptyLog)
            case .earlierArchive: try database.write(Self.upgrade)
            case .nothing: try database.write(Self.makeTables)
            }
            return database
        }
        self.path = path
        isPersistent = true
        // So the first caller does not wait for it.
        try Self.mappingErrors(of: path) { try database.read(columns.fill) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "archive"
        configuration.foreignKeysEnabled = false
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            // SQLite's 2 MB would make every longer walk over a large archive read the file again; in KiB, each reader.
            try db.execute(sql: "PRAGMA cache_size = -24576")
        }
        configuration.busyMode = .timeout(Double(patience))
        return configuration
    }
}
