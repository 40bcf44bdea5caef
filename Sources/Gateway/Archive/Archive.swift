import GRDB

/// Every object the gateway serves, in one SQLite file or in memory.
package final class Archive: Sendable {
    let database: any DatabaseWriter
    let totals = Totals()
    /// Whether what is counted outlives the process.
    package let isPersistent: Bool

    /// An archive that lives as long as the process.
    package init() throws {
        database = try DatabaseQueue(configuration: Self.configuration)
        isPersistent = false
        try database.write(Self.makeTables)
    }

    /// The archive in that file, which is made where it does not exist.
    ///
    /// Throws `ArchiveError` for a file that is something else, and SQLite's error for one that cannot be used.
    package init(path: String) throws {
        database = try DatabasePool(path: path, configuration: Self.configuration)
        isPersistent = true
        try database.write(Self.makeTables)
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
        configuration.busyMode = .timeout(5)
        return configuration
    }
}

/// Why a file is no archive.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An SQLite file with other tables, or with those of another version.
    case foreign(version: Int)

    package var description: String {
        switch self {
        case .foreign(let version):
            "this SQLite file is no archive of this version (it says \(version), wanted is \(Archive.schemaVersion))"
        }
    }
}
