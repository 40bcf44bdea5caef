import Heroes

/// A file in which a running store notes whose files it is writing, so that the next start finds what a crash left half
/// written without a look at what visitors have.
///
/// It outlasts the process, not the machine: it is not synced, since that would cost as much as the write it tells of.
final class WritingNotes: Sendable {
    /// The store's folder of such files, one for each process, which holds on to its own as long as it lives.
    static let folder = "writing"

    /// Told apart from a visitor's line by not being a hash; without it nothing would show that the file is gone.
    private static let title = Array("visitors whose files are being written\n".utf8)
    /// A hash in hexadecimal digits, and the line's end.
    private static let lineLength = 65
    /// That, and the ten numbers of two files.
    private static let refusedLength = 300

    private let operations: FileOperations
    private let file: Descriptor
    /// Nil where there is no memory for it: then notes are written by system calls.
    private let window = FileWindow()
    private let lines: Int
    /// Lines that tell of nothing under way.
    private let free: Locked<[Int]>
    /// Lines that tell of no change to be taken back.
    private let freeRefused: Locked<[Int]>

    /// Makes a file of that many lines of each kind, as many as there can be writes at a time; nil where a process that
    /// starts at the moment took it for that of a dead one.
    init?(in storeFolder: String, lines: Int, _ operations: FileOperations) throws(FavouritesError) {
        let folder = "\(storeFolder)/\(Self.folder)"
        try StoreFolder.make(folder, in: storeFolder, operations)
        let name = Hexadecimal.text((0..<8).map { _ in UInt8.random(in: .min ... .max) })
        let path = "\(folder)/\(name)"
        file = try operations.createNotes(path)
        self.operations = operations
        self.lines = lines
        free = Locked(Array(0..<lines))
        freeRefused = Locked(Array(0..<lines))
        do throws(FavouritesError) {
            guard try operations.tryOwn(file), try operations.identity(path) != nil else { return nil }
            let empty = [UInt8](repeating: 0, count: lines * (Self.lineLength + Self.refusedLength))
            try operations.note(Self.title + empty, at: 0, in: file)
        } catch {
            // Each change would leave one, as on a full disk; where it cannot be removed the next start does.
            if let folder = try? operations.openFolder(folder) { try? operations.remove(name, in: folder) }
            throw error
        }
        window?.open(file)
    }

    /// Notes that the file is about to be written, and gives the line for `end`.
    func begin(_ visitor: VisitorFile) throws(FavouritesError) -> Int {
        guard let line = free.withLock({ $0.popLast() }) else { throw .unavailable("too many writes at a time") }
        do throws(FavouritesError) {
            let bytes = Array((visitor.hash + "\n").utf8)
            try operations.note(
                bytes, at: Self.title.count + line * Self.lineLength, in: file, shownIn: window)
        } catch {
            end(line)
            throw error
        }
        return line
    }

    /// The write is over, or what is left of it is for the next one to remove.
    func end(_ line: Int) { free.withLock { $0.append(line) } }

    /// Notes that the change is still to be taken back, and gives the line for `clear`.
    func note(_ change: RefusedChange, of visitor: VisitorFile) throws(FavouritesError) -> Int {
        guard let line = freeRefused.withLock({ $0.popLast() }) else {
            throw .unavailable("too many changes are to be taken back")
        }
        do throws(FavouritesError) {
            try write("\(visitor.hash) \(change.noted)\n", toRefused: line)
        } catch {
            freeRefused.withLock { $0.append(line) }
            throw error
        }
        return line
    }

    /// The change is taken back.
    func clear(_ line: Int) throws(FavouritesError) {
        try write("", toRefused: line)
        freeRefused.withLock { $0.append(line) }
    }

    private func write(_ text: String, toRefused line: Int) throws(FavouritesError) {
        let bytes = Array(text.utf8)
        let rest = [UInt8](repeating: 0, count: Self.refusedLength - bytes.count)
        let place = Self.title.count + lines * Self.lineLength + line * Self.refusedLength
        try operations.note(bytes + rest, at: place, in: file, shownIn: window)
    }

    /// Whose files the notes say are being written.
    static func visitors(in notes: [UInt8]) -> [VisitorFile] {
        texts(in: notes).compactMap { VisitorFile(of: $0) }
    }

    /// Which changes the notes say are still to be taken back.
    static func refused(in notes: [UInt8]) -> [(VisitorFile, RefusedChange)] {
        texts(in: notes).compactMap { text in
            guard let end = text.firstIndex(of: " "), let file = VisitorFile(of: String(text[..<end])),
                let change = RefusedChange(noted: text[text.index(after: end)...])
            else { return nil }
            return (file, change)
        }
    }

    /// The lines; those that were never filled are zeros.
    private static func texts(in notes: [UInt8]) -> [String] {
        notes.split { $0 == 0 || $0 == UInt8(ascii: "\n") }.map { String(decoding: $0, as: UTF8.self) }
    }
}
