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
        try settle(file, in: folder)
        try settleElsewhere(file, in: folder)
        if changes.contains(where: \.isForget) {
            try delete(file, in: folder, holding: lock)
            return changes.map { _ in .success(nil) }
        }
        var before = try recentOrRead(file, in: folder, holding: lock)
        if before == nil, !changes.contains(where: \.isFirst), try bringBack(file, in: folder) {
            before = try recentOrRead(file, in: folder, holding: lock)
        }
        var changing = ChangingList(before?.favourites.list)
        let outcomes = changes.map { changing.make($0, limit: limit) }
        if let list = changing.list, before?.identity == nil || list.favourites != before?.favourites.list {
            try replace(before, with: list, file, in: folder)
        } else if let before, let identity = before.identity {
            let isOwn = before.isSynced && !isToBeTouched(identity)
            let mark = marks.current(file.mark)
            if !isOwn || before.mark != mark || mark == 0 {
                try sync(before, isOwn ? nil : identity, as: mark, file, in: folder)
            }
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
        let identity = try write(try FavouritesFormat.encode(list), to: file, in: folder)
        let mark: UInt64
        do throws(FavouritesError) {
            try putInPlace(file, before, in: folder)
            try operations.sync(folder, named: file.folder)
            mark = try marks.change(file.mark)
        } catch {
            let change = RefusedChange(new: identity, old: before?.identity)
            refuse(change, of: file, before: before?.favourites ?? Favourites.none, in: folder)
            throw error
        }
        let favourites = Favourites(list.favourites)
        let kept = KeptFavourites(favourites: favourites, identity: identity, isSynced: true, mark: mark)
        keep(kept, as: mark, for: file)
    }

    /// Writes the spare file, down to the disk, or leaves none.
    private func write(
        _ bytes: [UInt8], to file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> FileIdentity {
        do throws(FavouritesError) {
            return try writeSpare(bytes, of: file, in: folder)
        } catch {
            // After a failed sync nobody knows what of it is on the disk; where it cannot be removed it is written anew.
            try? operations.remove(file.spare, in: folder)
            throw error
        }
    }

    /// An old file is written over, which saves up to half of a change's time (measured on ext4 without a journal).
    private func writeSpare(
        _ bytes: [UInt8], of file: VisitorFile, in folder: borrowing Descriptor
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
    static let blockSize = 4096

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
        _ file: VisitorFile, _ before: KeptFavourites?, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        guard before?.identity != nil else { return try operations.rename(file.spare, to: file.current, in: folder) }
        if try operations.exchange(file.spare, with: file.previous, in: folder) {
            guard try operations.exchange(file.previous, with: file.current, in: folder) else {
                throw .unavailable("\(file.current) is gone")
            }
        } else {
            try makeWay(file.previous, in: folder)
            try operations.rename(file.current, to: file.previous, in: folder)
            try operations.rename(file.spare, to: file.current, in: folder)
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

    /// Makes sure that a file which another process wrote, and may not have synced, is on the disk before anybody is
    /// told that it holds what they want. It gets a new time where its identity is given: whoever wrote it may have
    /// refused that change, and leaves it alone then.
    private func sync(
        _ kept: KeptFavourites, _ others: FileIdentity?, as mark: UInt64, _ file: VisitorFile,
        in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        guard let current = try operations.open(file.current, in: folder) else { return }
        var kept = kept
        if others != nil { kept.identity = try operations.setTime(of: current, to: now()) }
        do throws(FavouritesError) {
            try operations.sync(current, named: file.current)
            try operations.sync(folder, named: file.folder)
        } catch {
            // Nobody is told, so it may be taken back; where even that fails it stays.
            if let others { _ = try? operations.setTime(of: current, to: others.time) }
            throw error
        }
        (kept.isSynced, kept.mark) = (true, mark)
        keep(kept, as: mark, for: file)
    }
}
