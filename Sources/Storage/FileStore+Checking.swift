import Heroes

extension FileStore {
    /// Throws where no favourite could be kept now: it does with two files what keeping one does, and
    /// removes them.
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
        try checkLock()
        try StoreFolder.make(path, in: folder, operations)
        guard let notes = try operations.openFolder(path) else { throw .unavailable("the folder \(path) is gone") }
        let names = (0..<2).map { _ in Hexadecimal.text((0..<8).map { _ in UInt8.random(in: .min ... .max) }) }
        do throws(FavouritesError) {
            try rehearse(names[0], names[1], in: notes)
        } catch {
            // The failure that is told is the one that matters; the next start removes what is left.
            for name in names { try? operations.remove(name, in: notes) }
            throw error
        }
        try operations.remove(names[1], in: notes)
    }

    /// What keeping a favourite does with a new file and an old one, which another process that starts leaves alone.
    private func rehearse(
        _ new: String, _ old: String, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        guard let probe = try operations.create(new, in: folder), try operations.tryOwn(probe),
            let other = try operations.create(old, in: folder), try operations.tryOwn(other)
        else { throw .unavailable("files of a check are taken away") }
        try operations.write([UInt8](repeating: 0, count: Self.blockSize), to: probe)
        try operations.truncate(probe, to: 1)
        _ = try operations.setTime(of: probe, to: now())
        try operations.sync(probe, named: new)
        _ = try operations.exchange(new, with: old, in: folder)
        try operations.rename(new, to: old, in: folder)
        withExtendedLifetime(other) {}
    }
}
