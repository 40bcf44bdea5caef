import FoundationEssentials
import Glibc
import Heroes

extension FileStore {
    /// How long a process waits for another one that writes in the same folder.
    private static let lockPatience = Duration.seconds(5)

    /// Nil where no file of this visitor can be, unless the folder is to be made; throws where the whole store is gone,
    /// so that nobody's favourites look empty for that.
    func openFolder(of file: VisitorFile, making isMaking: Bool = false) throws(FavouritesError) -> Descriptor? {
        let path = "\(folder)/\(file.folder)"
        if let found = try operations.openFolder(path) { return found }
        guard try operations.identity(folder) != nil else { throw .unavailable("the folder \(folder) is gone") }
        guard isMaking else { return nil }
        let outer = "\(folder)/\(file.outerFolder)"
        try StoreFolder.make(outer, in: folder, operations)
        try StoreFolder.make(path, in: outer, operations)
        guard let made = try operations.openFolder(path) else { throw .unavailable("the folder \(path) is gone") }
        return made
    }

    /// Waits until nobody else writes in the folder; the lock lasts as long as the descriptor. One lock serves all
    /// visitors of a folder: there are few, and a file of its own for each lock would double the files.
    func lock(_ folder: borrowing Descriptor) throws(FavouritesError) {
        let deadline = ContinuousClock.now + Self.lockPatience
        var pause: UInt32 = 100
        while try !operations.tryLock(folder) {
            guard ContinuousClock.now < deadline else { throw .unavailable("another process keeps the folder locked") }
            usleep(pause)
            pause = min(pause * 2, 5_000)
        }
    }

    /// Removes files that crashes left half written, in at most so many folders; the next write of their visitors would
    /// do it, too.
    func removeLeftovers(folderLimit: Int = 4096) {
        var folders = 0
        for outer in names(in: folder).shuffled() where outer.utf8.count == 2 {
            for inner in names(in: "\(folder)/\(outer)") where inner.utf8.count == 2 {
                folders += 1
                guard folders <= folderLimit else { return }
                removeLeftovers(in: "\(folder)/\(outer)/\(inner)")
            }
        }
    }

    private func removeLeftovers(in path: String) {
        let leftovers = names(in: path).filter { $0.hasSuffix(VisitorFile.newSuffix) }
        guard !leftovers.isEmpty else { return }
        do {
            // Where another holds the lock, the file may not be a leftover at all.
            guard let folder = try operations.openFolder(path), try operations.tryLock(folder) else { return }
            for name in leftovers { try operations.remove(name, in: folder) }
        } catch {
            log("leftovers in \(path) cannot be removed: \(error)")
        }
    }

    /// What cannot be listed has nothing to clean.
    private func names(in path: String) -> [String] {
        // The reason shows itself on the next use of the folder.
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }
}
