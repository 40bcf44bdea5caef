import Glibc
import Heroes

extension FileStore {
    /// Makes the changes with one write and tells what became of each; after a failure the old state stands.
    func save(_ changes: [Change], to file: VisitorFile) -> [Result<Void, FavouritesError>] {
        do {
            return try commit(changes, to: file)
        } catch {
            // What is on the disk now is found out by reading it.
            cache.withLock { $0.remove(file) }
            return changes.map { _ in .failure(error) }
        }
    }

    private func commit(_ changes: [Change], to file: VisitorFile) throws(FavouritesError) -> [Result<
        Void, FavouritesError
    >] {
        guard let folder = try openFolder(of: file, making: changes.contains(where: \.isAdd)) else {
            return changes.map { _ in .success(()) }
        }
        try lock(folder)
        if changes.contains(where: \.isForget) {
            try delete(file, in: folder)
            return changes.map { _ in .success(()) }
        }
        let before = try recentOrRead(file, in: folder)
        var list = before.list
        let results = changes.map { list.make($0, limit: limit) }
        if list != before.list {
            try replace(before, with: list, file, in: folder)
        } else if before.identity != nil, !before.isSynced {
            try sync(before, file, in: folder)
        }
        return results
    }

    private func replace(
        _ before: KeptFavourites, with list: FavouriteList, _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        let bytes = try FavouritesFormat.encode(list)
        let identity: FileIdentity
        do throws(FavouritesError) {
            identity = try write(bytes, file, in: folder)
            if before.identity != nil {
                try operations.remove(file.previous, in: folder)
                try operations.link(file.current, as: file.previous, in: folder)
            }
            try operations.rename(file.new, to: file.current, in: folder)
        } catch {
            // The next write removes what stays behind.
            try? operations.remove(file.new, in: folder)
            throw error
        }
        do throws(FavouritesError) {
            try operations.sync(folder, named: file.folder)
        } catch {
            undo(before, file, in: folder)
            throw error
        }
        keep(KeptFavourites(list: list, identity: identity, isSynced: true), for: file)
    }

    /// Writes the new file beside the current one, down to the disk.
    private func write(
        _ bytes: [UInt8], _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> FileIdentity {
        try operations.remove(file.new, in: folder)
        let new = try operations.create(file.new, in: folder)
        try operations.write(bytes, to: new)
        let identity = try operations.setTime(of: new)
        try operations.sync(new, named: file.new)
        return identity
    }

    /// Puts the old file back after the folder could not be synced, so that nobody sees what was not acknowledged.
    private func undo(_ before: KeptFavourites, _ file: VisitorFile, in folder: borrowing Descriptor) {
        do {
            if before.identity != nil {
                try operations.rename(file.previous, to: file.current, in: folder)
            } else {
                try operations.remove(file.current, in: folder)
            }
        } catch {
            log("\(file.current) holds a change that was not acknowledged: \(error)")
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
        keep(KeptFavourites(list: kept.list, identity: kept.identity, isSynced: true), for: file)
    }

    /// Deletes all the visitor's files, the current one last, so that an older one never comes back.
    private func delete(_ file: VisitorFile, in folder: borrowing Descriptor) throws(FavouritesError) {
        for name in [
            file.new, VisitorFile.damaged(file.previous), VisitorFile.damaged(file.current), file.previous,
            file.current,
        ] { try operations.remove(name, in: folder) }
        try operations.sync(folder, named: file.folder)
        cache.withLock { $0.remove(file) }
    }
}

extension FavouriteList {
    /// Makes the change and tells whether it could be made.
    fileprivate mutating func make(_ change: Change, limit: Int) -> Result<Void, FavouritesError> {
        switch change {
        case .add(let favourite):
            do {
                try add(favourite, limit: limit)
            } catch {
                return .failure(error)
            }
        case .remove(let hero): remove(hero)
        case .forget: self = FavouriteList()
        }
        return .success(())
    }
}
