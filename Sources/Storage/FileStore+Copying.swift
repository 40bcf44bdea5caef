import Heroes

/// For a store that no site uses meanwhile, because lists in memory are not replaced.
extension FileStore: VisitorTarget {
    package func save(_ record: VisitorRecord) async throws(FavouritesError) -> Bool {
        let files = VisitorFiles(id: record.id)
        // Records come in the order of their first bytes; by the last byte, they are written concurrently.
        return try await run(onQueue: Int(record.id.last ?? 0)) { [self] () throws(FavouritesError) in
            let stored = try copyable.record(of: record.id)
            if let stored, stored == record || stored.modified > record.modified { return false }
            try replace(files, of: try read(files), with: record.content, modified: record.modified)
            return true
        }
    }

    package func record(of id: [UInt8]) async throws(FavouritesError) -> VisitorRecord? {
        try await run(onQueue: Int(id.last ?? 0)) { [self] () throws(FavouritesError) in
            try copyable.record(of: id)
        }
    }

    private var copyable: FavouritesFolder {
        get throws(FavouritesError) { try FavouritesFolder(folder, system) }
    }
}
