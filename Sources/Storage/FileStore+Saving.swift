import Glibc
import Heroes

extension FileStore {
    /// Makes the changes with one write and tells what became of each; after a failure the old state stands.
    func save(_ changes: [Change], to file: VisitorFile) -> [Change.Outcome] {
        do {
            guard let folder = try openFolder(of: file, making: changes.contains(where: \.isFirst)) else {
                return changes.map { _ in .success(nil) }
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
    ) throws(FavouritesError) -> [Change.Outcome] {
        if changes.contains(where: \.isForget) {
            try delete(file, in: folder, holding: lock)
            return changes.map { _ in .success(nil) }
        }
        let before = try recentOrRead(file, in: folder, holding: lock)
        var changing = ChangingList(before?.favourites.list)
        let outcomes = changes.map { changing.make($0, limit: limit) }
        if let list = changing.list, before?.identity == nil || list.favourites != before?.favourites.list {
            try replace(before, with: list, file, in: folder)
        } else if let before, let identity = before.identity {
            var kept = before
            if isToBeTouched(identity) {
                try touch(file.current, of: file, holding: lock)
                kept = try recentOrRead(file, in: folder, holding: lock) ?? before
            }
            let mark = marks.current(file.mark)
            if !kept.isSynced || kept.mark != mark || mark == 0 { try sync(kept, as: mark, file, in: folder) }
        }
        return outcomes
    }

    /// File, sync, names, sync of the folder, the mark.
    private func replace(
        _ before: KeptFavourites?, with list: FavouriteList, _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        let notes = try writingNotes()
        let note = try notes.begin(file)
        defer { notes.end(note) }
        var names = NameChanges(operations)
        let mark: UInt64
        let identity: FileIdentity
        do throws(FavouritesError) {
            identity = try write(try FavouritesFormat.encode(list), to: file, in: folder)
            try putInPlace(file, before, &names, in: folder)
            try operations.sync(folder, named: file.folder)
            mark = try marks.change(file.mark)
        } catch {
            undo(names, file, in: folder)
            throw error
        }
        let favourites = Favourites(list.favourites)
        let kept = KeptFavourites(favourites: favourites, identity: identity, isSynced: true, mark: mark)
        keep(kept, as: mark, for: file)
    }

    /// Writes the spare file, down to the disk. An old one is written over, which saves up to half of a change's time
    /// (measured on ext4 without a journal).
    private func write(
        _ bytes: [UInt8], to file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> FileIdentity {
        let spare = try openSpare(file, in: folder)
        // Of a block that is written as a whole nothing has to be read before.
        let padding = [UInt8](repeating: 0, count: (Self.blockSize - bytes.count % Self.blockSize) % Self.blockSize)
        try operations.write(bytes + padding, to: spare)
        try operations.truncate(spare, to: bytes.count)
        let identity = try operations.setTime(of: spare, to: now())
        try operations.sync(spare, named: file.spare)
        return identity
    }

    /// As large as the blocks of most file systems, and as the pages of memory in which Linux keeps them.
    private static let blockSize = 4096

    private func openSpare(
        _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> Descriptor {
        if let old = try operations.reuse(file.spare, in: folder) { return old }
        if let new = try operations.create(file.spare, in: folder) { return new }
        try makeWay(file.spare, in: folder)
        try operations.remove(file.spare, in: folder)
        guard let new = try operations.create(file.spare, in: folder) else {
            throw .unavailable("\(file.spare) comes back")
        }
        return new
    }

    /// The new file takes the place of the previous one, then those two change places: so there is a current file at
    /// every moment. Where there is no previous one yet, or names cannot be exchanged, the current file becomes the
    /// previous one, which counts as long as there is no other.
    private func putInPlace(
        _ file: VisitorFile, _ before: KeptFavourites?, _ names: inout NameChanges, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        guard before?.identity != nil else { return try names.rename(file.spare, to: file.current, in: folder) }
        if try names.exchange(file.spare, with: file.previous, in: folder) {
            guard try names.exchange(file.previous, with: file.current, in: folder) else {
                throw .unavailable("\(file.current) is gone")
            }
        } else {
            try makeWay(file.previous, in: folder)
            try names.rename(file.current, to: file.previous, in: folder)
            try names.rename(file.spare, to: file.current, in: folder)
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

    /// Puts the old files back after the new one was not acknowledged, so that nobody sees that.
    private func undo(_ names: NameChanges, _ file: VisitorFile, in folder: borrowing Descriptor) {
        do {
            try names.undo(in: folder)
            // After a failed sync nobody knows what of it is on the disk.
            try operations.remove(file.spare, in: folder)
        } catch {
            log("\(file.current) may hold a change that was not acknowledged: \(error)")
        }
        if names.isEmpty { return }
        do {
            // Somebody may have read the file meanwhile.
            _ = try marks.change(file.mark)
        } catch {
            log("\(file.current) may be remembered with a change that was not acknowledged: \(error)")
        }
        do {
            // The disk may have the change already.
            try operations.sync(folder, named: file.folder)
        } catch {
            log("\(file.current) may hold a change on the disk that was not acknowledged: \(error)")
        }
    }

    /// Makes sure that a file which another process wrote, and may not have synced, is on the disk before anybody is
    /// told that it holds what they want.
    private func sync(
        _ kept: KeptFavourites, as mark: UInt64, _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        guard let current = try operations.open(file.current, in: folder) else { return }
        try operations.sync(current, named: file.current)
        try operations.sync(folder, named: file.folder)
        var kept = kept
        (kept.isSynced, kept.mark) = (true, mark)
        keep(kept, as: mark, for: file)
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
