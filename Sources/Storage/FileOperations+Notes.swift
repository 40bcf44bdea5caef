import Glibc
import Heroes

extension FileOperations {
    /// A new file; only the owner may read it.
    func createNotes(_ path: String) throws(FavouritesError) -> Descriptor {
        Descriptor(
            try perform(.createNotes) { Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) })
    }

    /// Takes the whole file for this descriptor until that is closed; false where another has it.
    func tryOwn(_ file: borrowing Descriptor) throws(FavouritesError) -> Bool {
        let file = file.number
        return try perform(.ownNotes, unless: EWOULDBLOCK) { flock(file, LOCK_EX | LOCK_NB) } != nil
    }

    /// Writes at that place of the file, which is short enough to be written at once.
    func note(_ bytes: [UInt8], at place: Int, in file: borrowing Descriptor) throws(FavouritesError) {
        let file = file.number
        let count = try perform(.note) { pwrite(file, bytes, bytes.count, place) }
        guard count == bytes.count else { throw Self.fault(.note, ENOSPC) }
    }
}
