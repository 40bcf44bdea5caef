import Synchronization

/// A place in memory that shows a file of marks.
final class MarkWindow: Sendable {
    /// How many marks there are.
    static let count = 4096
    /// The mark that nobody sets: it is zero where the file is not shown.
    static let witness = 0
    /// The mark that changes with what is noted of refused changes.
    static let refusals = count - 1

    private let window: FileWindow

    /// Nil where there is no room in memory.
    init?() {
        guard Self.count * MemoryLayout<UInt64>.size <= FileWindow.size, let window = FileWindow() else { return nil }
        self.window = window
    }

    /// Zero where nothing is shown.
    func mark(_ number: Int) -> UInt64 { marks?[number].load(ordering: .sequentiallyConsistent) ?? 0 }

    /// Sets the mark in the file, for all who see it; false where that is not shown, or no longer.
    func set(_ mark: UInt64, _ number: Int) -> Bool {
        marks?[number].store(mark, ordering: .sequentiallyConsistent)
        if self.mark(Self.witness) != 0 { return true }
        close()
        return false
    }

    func open(_ file: borrowing Descriptor) { window.open(file) }
    func close() { window.close() }

    private var marks: UnsafeMutablePointer<Atomic<UInt64>>? {
        window.bytes?.assumingMemoryBound(to: Atomic<UInt64>.self)
    }
}
