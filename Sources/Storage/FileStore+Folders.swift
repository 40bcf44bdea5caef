import FoundationEssentials
import Glibc
import Heroes

extension FileStore {
    /// How long a process waits for another one that writes the same visitor's file.
    private static let lockPatience = Duration.seconds(5)

    /// Nil where no file of this visitor can be, unless the folder is to be made; throws where the whole store is gone,
    /// or what a link in the folder's place leads to, so that nobody's favourites look empty for that.
    func openFolder(of file: VisitorFile, making isMaking: Bool = false) throws(FavouritesError) -> Descriptor? {
        let path = "\(folder)/\(file.folder)"
        let isLasting = !isMaking || lasting.withLock { $0.contains(file.folder) }
        if isLasting, let found = try operations.openFolder(path) { return found }
        guard let all = try operations.openFolder(folder) else { throw .unavailable("the folder \(folder) is gone") }
        guard isMaking else {
            for name in [file.outerFolder, file.folder] { try checkLink(name, in: all) }
            return nil
        }
        let outer = "\(folder)/\(file.outerFolder)"
        // Somebody else may be about to sync what is there already, or may have ended before that.
        try StoreFolder.make(outer, in: folder, isLasting: false, operations)
        try StoreFolder.make(path, in: outer, isLasting: false, operations)
        guard let made = try operations.openFolder(path) else { throw .unavailable("the folder \(path) is gone") }
        _ = lasting.withLock { $0.insert(file.folder) }
        return made
    }

    /// Throws where the name is that of a link to what is not there, as a disk that is to come.
    private func checkLink(_ name: String, in all: borrowing Descriptor) throws(FavouritesError) {
        guard try operations.kind(of: name, in: all) == .other, try operations.identity("\(folder)/\(name)") == nil
        else { return }
        throw .unavailable("the folder \(folder)/\(name) is a link that leads nowhere")
    }

    /// Waits until nobody else writes the visitor's file; the lock lasts as long as the descriptor. It is on a file that
    /// is never replaced, since a lock on a file that another process renames away would lock nobody out.
    func lock(_ file: VisitorFile) throws(FavouritesError) -> Descriptor {
        let deadline = ContinuousClock.now + Self.lockPatience
        var pause: UInt32 = 100
        let lock = try operations.openLock("\(folder)/\(Self.lockName)")
        while try !operations.tryLock(file.lockedByte, of: lock) {
            guard ContinuousClock.now < deadline else { throw .unavailable("another process keeps the visitor locked") }
            usleep(pause)
            pause = min(pause * 2, 5_000)
        }
        return lock
    }

    /// The lock, unless another has it.
    func lockIfFree(_ file: VisitorFile) throws(FavouritesError) -> Descriptor? {
        let lock = try operations.openLock("\(folder)/\(Self.lockName)")
        guard try operations.tryLock(file.lockedByte, of: lock) else { return nil }
        return lock
    }

    private static let lockName = "lock"

    /// Throws where nothing can be locked: tries the byte after those of visitors, and whether another has it or not is
    /// all the same.
    func checkLock() throws(FavouritesError) {
        let lock = try operations.openLock("\(folder)/\(Self.lockName)")
        _ = try operations.tryLock(VisitorFile.lockedBytes, of: lock)
    }

    /// Throws where the file system has no locks: there no change can ever be made. A file that cannot be had for now, as
    /// where something lies in its place, is for changes to complain of.
    func refuseWithoutLocks() throws(FavouritesError) {
        // Each change tells the reason.
        guard let lock = try? operations.openLock("\(folder)/\(Self.lockName)") else { return }
        do throws(FavouritesError) {
            _ = try operations.tryLock(VisitorFile.lockedBytes, of: lock)
        } catch {
            guard case .unavailable(let reason) = error else { throw error }
            throw .unavailable("the folder \(folder) cannot be used: \(reason)")
        }
    }

    /// Removes files that crashes left half written, and the notes of them.
    func removeLeftovers() {
        forEachEndedNotes { content, name, folder throws(FavouritesError) in
            for (file, change) in WritingNotes.refused(in: content) { try settle(change, of: file) }
            for file in WritingNotes.visitors(in: content) {
                try removeSpare(file)
                // The new file may have been in its place already.
                _ = try marks.change(file.mark)
            }
            try operations.remove(name, in: folder)
        }
    }

    /// Takes over what processes that have ended could not take back, so that nobody sees it from the first look on.
    func adoptRefused() {
        forEachEndedNotes { content, _, _ in
            for (file, change) in WritingNotes.refused(in: content) {
                refused.add(RefusedChanges.Entry(change: change, before: nil, line: nil), for: file)
            }
        }
    }

    /// The notes of processes that have ended.
    private func forEachEndedNotes(
        _ body: ([UInt8], String, borrowing Descriptor) throws(FavouritesError) -> Void
    ) {
        let path = "\(self.folder)/\(WritingNotes.folder)"
        for name in names(in: path) {
            do throws(FavouritesError) {
                // What another process holds on to it still needs.
                guard let folder = try operations.openFolder(path), let notes = try operations.open(name, in: folder),
                    try operations.tryOwn(notes),
                    let (content, _) = try operations.read(notes, limit: FavouritesFormat.sizeLimit)
                else { continue }
                try body(content, name, folder)
            } catch {
                log("leftovers of a crash, noted in \(path)/\(name), cannot be removed: \(error)")
            }
        }
    }

    /// Removes the spare file, half written or not; where somebody has the lock, it is being written, and where a change
    /// is still to be taken back, it may be what the visitor keeps.
    func removeSpare(_ file: VisitorFile) throws(FavouritesError) {
        guard refused[file] == nil, let folder = try openFolder(of: file),
            try operations.kind(of: file.spare, in: folder) == .file,
            let lock = try lockIfFree(file), try !isToBeBroughtBack(file, in: folder)
        else { return }
        defer { withExtendedLifetime(lock) {} }
        try operations.remove(file.spare, in: folder)
    }

    /// The names of all the visitor's files.
    func names(of file: VisitorFile) throws(FavouritesError) -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(file.folder)")
                .filter { VisitorFile(of: $0) == file }
        } catch {
            throw .unavailable("\(file.folder) cannot be listed: \(error)")
        }
    }

    /// What cannot be listed has nothing to clean.
    func names(in path: String) -> [String] {
        // The reason shows itself on the next use of the folder.
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }
}
