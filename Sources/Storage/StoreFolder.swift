import Basics
import Glibc
import Heroes

/// The folder of a store: made so that it outlasts a crash, and locked by one process.
enum StoreFolder {
    /// Makes the folder and its parents if they are missing, and returns its full path.
    static func prepare(_ path: String, _ system: FileSystem) throws(FavouritesError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unavailable("the folder has no name") }
        do throws(FavouritesError) {
            var parent = path.hasPrefix("/") ? "/" : "./"
            for name in path.split(separator: "/") {
                try makeOwn(parent + name, in: parent, system)
                parent += name + "/"
            }
            guard access(path, R_OK | W_OK | X_OK) == 0, let full = realpath(path, nil) else {
                throw .unavailable(SystemError.reason())
            }
            defer { free(full) }
            return String(cString: full)
        } catch {
            throw .unavailable("the folder \(path) cannot be used: \(error.reason)")
        }
    }

    /// A folder that was there may be unsynced, or another owner's, whose parent cannot be synced and need not be.
    private static func makeOwn(_ path: String, in parent: String, _ system: FileSystem) throws(FavouritesError) {
        do throws(FavouritesError) {
            try make(path, in: parent, system)
        } catch {
            guard access(path, F_OK) == 0 else { throw error }
        }
    }

    /// Makes the folder unless it is there; when this returns, it is on the disk.
    static func make(_ path: String, in parent: String, _ system: FileSystem) throws(FavouritesError) {
        try system.makeFolder(path)
        guard let folder = try system.openFolder(parent) else { throw .unavailable("\(parent) is gone") }
        try system.sync(folder, named: parent)
    }

    /// Locks the folder for this process.
    ///
    /// - Throws: `unavailable` if another process does not free it in time.
    static func lock(
        _ folder: String, timeout: Duration, _ system: FileSystem
    ) throws(FavouritesError) -> Descriptor {
        let deadline = ContinuousClock.now + timeout
        while true {
            if let lock = try system.lock(folder + "/lock") { return lock }
            guard ContinuousClock.now < deadline else {
                throw .unavailable(
                    "another process uses the folder \(folder), and several need a database (--database)")
            }
            usleep(50_000)
        }
    }
}
