import Glibc
import Heroes

/// A file of marks in the store's folder, by which every process that uses the folder sees, without a system call, that
/// what it remembers of a visitor may no longer be so.
///
/// A mark stands for the visitors that share it, and becomes another random number when one of their files has changed,
/// before that is acknowledged: who has read the mark, then the file, and finds the mark as it was, knows that the file
/// still says the same. So any number but 0 will do in the file, and one that is missing, too short or full of anything
/// is made good where it lies.
final class ChangeMarks: Sendable {
    static let name = "marks"

    private let folder: String
    private let operations: FileOperations
    /// Nil where there is no memory for it: then nothing is remembered.
    private let window: MarkWindow?
    private let file = Locked<OpenMarks?>(nil)

    init(in folder: String, shownIn window: MarkWindow?, _ operations: FileOperations) {
        self.folder = folder
        self.window = window
        self.operations = operations
    }

    /// The mark as it was seen last, for who has asked for `current` before; 0 where it cannot be told.
    func seen(_ number: Int) -> UInt64 {
        guard let window, window.mark(MarkWindow.witness) != 0 else { return 0 }
        return window.mark(number)
    }

    /// The mark, after a look whether the file is still the one that others use; 0 where it cannot be told.
    func current(_ number: Int) -> UInt64 {
        do {
            _ = try opened(for: number)
            return seen(number)
        } catch {
            // Nothing is remembered, then, and the favourites themselves can be read all the same.
            return 0
        }
    }

    /// Has everybody look at the files of the mark's visitors again; gives the new mark.
    func change(_ number: Int) throws(FavouritesError) -> UInt64 {
        let mark = UInt64.random(in: 1 ... .max)
        let opened = try opened(for: number)
        if window?.set(mark, number) != true { try operations.mark(mark, number, in: opened.file) }
        return mark
    }

    /// The same without a system call, for who cannot count on one; nothing where the marks are not shown.
    func changeAtOnce(_ number: Int) { _ = window?.set(.random(in: 1 ... .max), number) }

    private func opened(for number: Int) throws(FavouritesError) -> OpenMarks {
        let identity = try operations.fileNumber("\(folder)/\(Self.name)")
        return try file.withLock { file throws(FavouritesError) in
            if let file, file.identity == identity, window == nil || seen(number) != 0 { return file }
            window?.close()
            file = nil
            let opened = try open()
            window?.open(opened.file)
            file = opened
            return opened
        }
    }

    /// Opens the file, made whole where it is not; what lies in its place and is no file is set aside.
    private func open() throws(FavouritesError) -> OpenMarks {
        let path = "\(folder)/\(Self.name)"
        do throws(FavouritesError) {
            return try whole(path)
        } catch {
            guard let folder = try operations.openFolder(folder) else { throw error }
            guard let kind = try operations.kind(of: Self.name, in: folder), kind != .file else { throw error }
            try operations.rename(Self.name, to: operations.freeName(forDamaged: Self.name, in: folder), in: folder)
            return try whole(path)
        }
    }

    private func whole(_ path: String) throws(FavouritesError) -> OpenMarks {
        let file = try operations.openMarks(path)
        let identity = try operations.fileNumber(of: file)
        let opened = OpenMarks(file, identity: identity)
        try operations.completeMarks(in: opened.file)
        return opened
    }
}

/// The file of marks that is in use.
private final class OpenMarks: Sendable {
    let file: Descriptor
    let identity: FileNumber

    init(_ file: consuming Descriptor, identity: FileNumber) {
        self.file = file
        self.identity = identity
    }
}
