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
                try make(parent + name, in: parent, operations)
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

    /// Makes the folder unless it is there; a new one is on the disk when this returns.
    static func make(_ path: String, in parent: String, _ operations: FileOperations) throws(FavouritesError) {
        guard try operations.makeFolder(path) else { return }
        do throws(FavouritesError) {
            guard let folder = try operations.openFolder(parent) else { throw .unavailable("\(parent) is gone") }
            try operations.sync(folder, named: parent)
        } catch {
            // It shall be made, and synced, again next time; where it cannot be removed there is nothing left to do.
            try? operations.removeFolder(path)
            throw error
        }
    }
}
