import Basics
import Glibc
import Heroes

/// The folder of a store: created durably, and locked by one process.
enum StoreFolder {
    /// Creates the folder and its parents if they are missing; returns its absolute path.
    static func prepare(_ path: String, _ system: FileSystem) throws(FavouritesError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw .unavailable("the folder's name is empty or contains NUL")
        }
        do throws(FavouritesError) {
            var parent = path.hasPrefix("/") ? "/" : "./"
            for name in path.split(separator: "/") {
                try makeIfMissing(parent + name, in: parent, system)
                parent += name + "/"
            }
            guard system.calls.access(path, R_OK | W_OK | X_OK) == 0, let full = system.calls.realpath(path) else {
                let reason = SystemError.reason()
                throw .unavailable(reason + system.ownerHint(path))
            }
            return full
        } catch {
            throw .unavailable("cannot use the folder \(path): \(error)")
        }
    }

    /// Creates and syncs a folder; ignores errors if it exists, because the parent may belong to another owner.
    private static func makeIfMissing(_ path: String, in parent: String, _ system: FileSystem) throws(FavouritesError) {
        do throws(FavouritesError) {
            try make(path, in: parent, system)
        } catch {
            guard system.calls.access(path, F_OK) == 0 else { throw error }
        }
    }

    /// Creates the folder unless it exists, and syncs its parent.
    static func make(_ path: String, in parent: String, _ system: FileSystem) throws(FavouritesError) {
        try system.makeFolder(path)
        guard let folder = try system.openFolder(parent) else { throw .unavailable("the folder \(parent) is missing") }
        try system.sync(folder, named: parent)
    }

    /// Locks the folder for this process; logs that it waits for another one.
    ///
    /// - Throws: `unavailable` if another process does not release it in time.
    static func lock(
        _ folder: String, timeout: Duration, _ system: FileSystem, log: (String) -> Void
    ) throws(FavouritesError) -> FileDescriptor {
        let deadline = ContinuousClock.now + timeout
        var isReported = false
        while true {
            if let lock = try system.lock(folder + "/lock") { return lock }
            if !isReported {
                log("another process uses the folder \(folder); waiting until it ends, at most \(timeout)")
            }
            isReported = true
            guard ContinuousClock.now < deadline else {
                throw .unavailable(
                    "another process uses the folder \(folder) (stop it, or share a database with --database)")
            }
            usleep(50_000)
        }
    }
}
