import Glibc
import Heroes

extension FileOperations {
    /// A new file; only the owner may read it.
    func createNotes(_ path: String) throws(FavouritesError) -> Descriptor {
        Descriptor(
            try perform(.createNotes) { Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600) })
    }

    /// Takes the whole file for this descriptor until that is closed; false where another has it.
    func tryOwn(_ file: borrowing Descriptor) throws(FavouritesError) -> Bool {
        let file = file.number
        return try perform(.ownNotes, unless: EWOULDBLOCK) { flock(file, LOCK_EX | LOCK_NB) } != nil
    }

    /// Writes at that place of the file, through the window where it shows the file.
    func note(
        _ bytes: [UInt8], at place: Int, in file: borrowing Descriptor, shownIn window: FileWindow? = nil
    ) throws(FavouritesError) {
        let file = file.number
        let count = try perform(.note) {
            window?.write(bytes, at: place) == true ? bytes.count : pwrite(file, bytes, bytes.count, place)
        }
        // So few bytes are written at once, or there is no room for them.
        guard count == bytes.count else { throw Self.fault(.note, ENOSPC) }
    }
}
