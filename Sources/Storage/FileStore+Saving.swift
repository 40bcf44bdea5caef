import Glibc
import Heroes

extension FileStore {
    /// Makes the changes with one write and tells what became of each; after a failure the old state stands.
    func save(_ changes: [Change], to file: VisitorFile) -> [Result<Void, FavouritesError>] {
        do {
            guard let folder = try openFolder(of: file, making: changes.contains(where: \.isAdd)) else {
                return changes.map { _ in .success(()) }
            }
            return try commit(changes, to: file, in: folder, holding: lock(file))
        } catch {
            // What is on the disk now is found out by reading it.
            drop(file)
            return changes.map { _ in .failure(error) }
        }
    }

    private func commit(
        _ changes: [Change], to file: VisitorFile, in folder: borrowing Descriptor, holding lock: borrowing Descriptor
    ) throws(FavouritesError) -> [Result<Void, FavouritesError>] {
        if changes.contains(where: \.isForget) {
            try delete(file, in: folder, holding: lock)
            return changes.map { _ in .success(()) }
        }
        let before = try recentOrRead(file, in: folder, holding: lock)
        var list = FavouriteList(ordered: before.favourites.list)
        let results = changes.map { list.make($0, limit: limit) }
        if list.favourites != before.favourites.list {
            try replace(before, with: list, file, in: folder)
        } else if before.identity != nil, !before.isSynced {
            try sync(before, file, in: folder)
        }
        return results
    }

    /// File, sync, the old file's name, the new file's name, sync of the folder, the mark. Between the two renames there
    /// is no current file, and the previous one counts.
    private func replace(
        _ before: KeptFavourites, with list: FavouriteList, _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        let notes = try writingNotes()
        let note = try notes.begin(file)
        defer { notes.end(note) }
        let identity: FileIdentity
        do throws(FavouritesError) {
            identity = try write(try FavouritesFormat.encode(list), to: file, in: folder)
            if before.identity != nil { try keepPrevious(file, in: folder) }
        } catch {
            // The next write removes what stays behind.
            try? operations.remove(file.new, in: folder)
            throw error
        }
        let mark: UInt64
        var isInPlace = false
        do throws(FavouritesError) {
            try operations.rename(file.new, to: file.current, in: folder)
            isInPlace = true
            try operations.sync(folder, named: file.folder)
            mark = try marks.change(file.mark)
        } catch {
            undo(before, file, isInPlace: isInPlace, in: folder)
            throw error
        }
        let favourites = Favourites(list.favourites)
        keep(KeptFavourites(favourites: favourites, identity: identity, isSynced: true), as: mark, for: file)
    }

    /// Writes the new file beside the current one, down to the disk.
    private func write(
        _ bytes: [UInt8], to file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> FileIdentity {
        let new = try createNew(file, in: folder)
        try operations.write(bytes, to: new)
        let identity = try operations.setTime(of: new, to: now())
        try operations.sync(new, named: file.new)
        return identity
    }

    private func createNew(
        _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> Descriptor {
        if let new = try operations.create(file.new, in: folder) { return new }
        try makeWay(file.new, in: folder)
        try operations.remove(file.new, in: folder)
        guard let new = try operations.create(file.new, in: folder) else {
            throw .unavailable("\(file.new) comes back")
        }
        return new
    }

    private func keepPrevious(_ file: VisitorFile, in folder: borrowing Descriptor) throws(FavouritesError) {
        do throws(FavouritesError) {
            try operations.rename(file.current, to: file.previous, in: folder)
        } catch {
            guard try makeWay(file.previous, in: folder) else { throw error }
            try operations.rename(file.current, to: file.previous, in: folder)
        }
    }

    /// Sets a folder aside, the one thing that neither goes by being removed nor is replaced by a file; false where
    /// there is none.
    @discardableResult
    private func makeWay(_ name: String, in folder: borrowing Descriptor) throws(FavouritesError) -> Bool {
        guard try operations.kind(of: name, in: folder) == .folder else { return false }
        setAside(name, "it is a folder", in: folder)
        return true
    }

    /// Puts the old file back after the new one was not acknowledged, so that nobody sees that.
    private func undo(
        _ before: KeptFavourites, _ file: VisitorFile, isInPlace: Bool, in folder: borrowing Descriptor
    ) {
        do {
            if before.identity != nil {
                try operations.rename(file.previous, to: file.current, in: folder)
            } else if isInPlace {
                try operations.remove(file.current, in: folder)
            }
            try operations.remove(file.new, in: folder)
            // Somebody may have read the file meanwhile.
            _ = try marks.change(file.mark)
        } catch {
            log("\(file.current) may hold a change that was not acknowledged: \(error)")
        }
    }

    /// Makes sure that a file which another process wrote, and may not have synced, is on the disk before anybody is
    /// told that it holds what they want.
    private func sync(
        _ kept: KeptFavourites, _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        guard let current = try operations.open(file.current, in: folder) else { return }
        try operations.sync(current, named: file.current)
        try operations.sync(folder, named: file.folder)
        var kept = kept
        kept.isSynced = true
        keep(kept, for: file)
    }

    /// Deletes all the visitor's files, the current one last, so that an older one never comes back. A folder of such a
    /// name holds nothing of the visitor's and stays, out of the way.
    func delete(
        _ file: VisitorFile, in folder: borrowing Descriptor, holding lock: borrowing Descriptor
    ) throws(FavouritesError) {
        let others = try names(of: file).filter { $0 != file.previous && $0 != file.current }
        for name in others + [file.previous, file.current] {
            if try operations.kind(of: name, in: folder) != .folder {
                try operations.remove(name, in: folder)
            } else if !VisitorFile.isDamaged(name) {
                setAside(name, "it is a folder", in: folder)
            }
        }
        drop(file)
        _ = try marks.change(file.mark)
        try operations.sync(folder, named: file.folder)
    }
}

extension FavouriteList {
    /// Makes the change and tells whether it could be made.
    fileprivate mutating func make(_ change: Change, limit: Int) -> Result<Void, FavouritesError> {
        switch change {
        case .add(let favourites):
            do {
                try add(favourites, limit: limit)
            } catch {
                return .failure(error)
            }
        case .remove(let heroes): remove(heroes)
        case .forget: self = FavouriteList()
        }
        return .success(())
    }
}
