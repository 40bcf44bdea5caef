import Heroes

extension FileStore {
    /// Throws where no favourite could be kept now: a file is written and synced as keeping one does, and removed.
    package func check() async throws(FavouritesError) {
        let result: Result<Void, FavouritesError> = await read { [self] in
            do throws(FavouritesError) {
                return .success(try writeProbe())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Among the notes of writes, where the next start removes what a crash leaves.
    private func writeProbe() throws(FavouritesError) {
        let path = "\(folder)/\(WritingNotes.folder)"
        guard try operations.identity(folder) != nil else { throw .unavailable("the folder \(folder) is gone") }
        try StoreFolder.make(path, in: folder, operations)
        guard let notes = try operations.openFolder(path) else { throw .unavailable("the folder \(path) is gone") }
        let name = Hexadecimal.text((0..<8).map { _ in UInt8.random(in: .min ... .max) })
        guard let probe = try operations.create(name, in: notes) else { throw .unavailable("\(name) is there already") }
        do throws(FavouritesError) {
            try operations.write([0], to: probe)
            try operations.sync(probe, named: name)
        } catch {
            // The failure that is told is the one that matters; the next start removes what is left.
            try? operations.remove(name, in: notes)
            throw error
        }
        try operations.remove(name, in: notes)
    }
}
