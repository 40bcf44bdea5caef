import Heroes

extension FileStore {
    /// Deletes all the visitor's files. The one that counts goes last, so that an older one never comes back, and loses
    /// its name first, which can be taken back.
    func delete(
        _ file: VisitorFile, in folder: borrowing Descriptor, holding lock: borrowing Descriptor
    ) throws(FavouritesError) {
        // On a full disk there may be none, and forgetting shall free it.
        let notes = try? writingNotes()
        let note = try? notes?.begin(file)
        defer { if let note { notes?.end(note) } }
        let last = try lastFile(file, in: folder)
        for name in try names(of: file) where name != last { try clear(name, in: folder) }
        var old: FileIdentity?
        if let last { old = try operations.identity(of: last, in: folder) }
        let before = old.flatMap { inMemory(file, $0) }?.favourites
        do throws(FavouritesError) {
            if let last { try operations.rename(last, to: file.spare, in: folder) }
            drop(file)
            _ = try marks.change(file.mark)
            try operations.sync(folder, named: file.folder)
            try removeSpare(of: file, in: folder)
        } catch {
            refuse(RefusedChange(new: nil, old: old), of: file, before: before, in: folder)
            throw error
        }
        do throws(FavouritesError) {
            try operations.sync(folder, named: file.folder)
        } catch {
            // It would come back as what never counts, and go with what is too old.
            log("\(file.spare) may be on the disk until the next look for old files: \(error)")
        }
    }

    /// The name of the file that the favourites are in.
    private func lastFile(_ file: VisitorFile, in folder: borrowing Descriptor) throws(FavouritesError) -> String? {
        for name in [file.current, file.previous] where try operations.kind(of: name, in: folder) == .file {
            return name
        }
        return nil
    }

    /// A folder of such a name holds nothing of the visitor's and stays, out of the way.
    private func clear(_ name: String, in folder: borrowing Descriptor) throws(FavouritesError) {
        if try operations.kind(of: name, in: folder) != .folder {
            try operations.remove(name, in: folder)
        } else if !VisitorFile.isDamaged(name) {
            setAside(name, "it is a folder", in: folder)
        }
    }

    /// A folder of that name is nothing of the visitor's, and out of the way before the next write.
    func removeSpare(of file: VisitorFile, in folder: borrowing Descriptor) throws(FavouritesError) {
        do throws(FavouritesError) {
            try operations.remove(file.spare, in: folder)
        } catch {
            guard let kind = try operations.kind(of: file.spare, in: folder), kind != .folder else { return }
            throw error
        }
    }
}
