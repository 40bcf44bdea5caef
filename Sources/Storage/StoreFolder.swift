import Glibc
import Heroes

/// The folders of a store, made so that they outlast a crash.
enum StoreFolder {
    /// Makes the folder and those it lies in where they are missing, and gives its full path; throws where it is not
    /// to be written in.
    static func prepare(_ path: String, _ operations: FileOperations) throws(FavouritesError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .unavailable("the folder has no name") }
        do throws(FavouritesError) {
            var parent = path.hasPrefix("/") ? "/" : "./"
            for name in path.split(separator: "/") {
                // Whoever made it may have ended before it was on the disk; a folder of somebody else's lasts anyway.
                if try !make(parent + name, in: parent, operations) { try? sync(parent, operations) }
                parent += name + "/"
            }
            guard try operations.openFolder(path) != nil else { throw .unavailable("it is gone") }
            try operations.checkWritable(path)
        } catch {
            guard case .unavailable(let reason) = error else { throw error }
            throw .unavailable("the folder \(path) cannot be used: \(reason)")
        }
        guard let full = realpath(path, nil) else {
            throw .unavailable("the folder \(path) cannot be used: \(String(cString: strerror(errno)))")
        }
        defer { free(full) }
        return String(cString: full)
    }

    /// Makes the folder unless it is there, and tells whether it made it; a new one is on the disk when this returns, and
    /// so is one that was there and is not known to last.
    @discardableResult
    static func make(
        _ path: String, in parent: String, isLasting: Bool = true, _ operations: FileOperations
    ) throws(FavouritesError) -> Bool {
        let isNew = try operations.makeFolder(path)
        guard isNew || !isLasting else { return false }
        do throws(FavouritesError) {
            try sync(parent, operations)
            return isNew
        } catch {
            // It shall be made, and synced, again next time; where it cannot be removed there is nothing left to do.
            if isNew { try? operations.removeFolder(path) }
            throw error
        }
    }

    private static func sync(_ path: String, _ operations: FileOperations) throws(FavouritesError) {
        guard let folder = try operations.openFolder(path) else { throw .unavailable("\(path) is gone") }
        try operations.sync(folder, named: path)
    }
}
