import Glibc
import Heroes

extension FileOperations {
    /// The file of marks, made where it is missing.
    func openMarks(_ path: String) throws(FavouritesError) -> Descriptor {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        return Descriptor(try perform(.openMarks) { Glibc.open(path, flags, 0o600) })
    }

    /// Which file it is that has this path; nil where there is none.
    func fileNumber(_ path: String) throws(FavouritesError) -> FileNumber? {
        var status = stat()
        return try perform(.status(path), unless: ENOENT) { lstat(path, &status) }.map { _ in FileNumber(status) }
    }

    /// Which file it is that was opened, whatever has its path by now.
    func fileNumber(of marks: borrowing Descriptor) throws(FavouritesError) -> FileNumber {
        let file = marks.number
        var status = stat()
        _ = try perform(.openMarks) { fstat(file, &status) }
        return FileNumber(status)
    }

    /// Sets one mark.
    func mark(_ mark: UInt64, _ number: Int, in file: borrowing Descriptor) throws(FavouritesError) {
        try write([mark], number, in: file)
    }

    /// Sets all marks where one is missing; all, since to put back a mark that was there could undo another's change of
    /// it.
    func completeMarks(in file: borrowing Descriptor) throws(FavouritesError) {
        let length = MarkWindow.count * MemoryLayout<UInt64>.size
        guard let (bytes, _) = try read(file, limit: length) else { throw .unavailable("the marks are no file") }
        let isWhole = bytes.count >= length && !bytes.withUnsafeBytes { $0.bindMemory(to: UInt64.self).contains(0) }
        if !isWhole { try write((0..<MarkWindow.count).map { _ in .random(in: 1 ... .max) }, 0, in: file) }
    }

    private func write(_ marks: [UInt64], _ number: Int, in file: borrowing Descriptor) throws(FavouritesError) {
        let (file, size) = (file.number, MemoryLayout<UInt64>.size)
        let count = try perform(.mark) { pwrite(file, marks, marks.count * size, number * size) }
        guard count == marks.count * size else { throw Self.fault(.mark, ENOSPC) }
    }
}
