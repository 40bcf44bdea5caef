import Synchronization

/// What the notes of all processes told of refused changes when they were read last: for who would otherwise build on
/// such a change, and have it stay.
final class NotedRefusals: Sendable {
    private struct Noted {
        /// The mark of refusals before they were read; 0 where they never were.
        var mark: UInt64 = 0
        var changes: [VisitorFile: RefusedChange] = [:]
    }

    private let noted = Locked(Noted())
    /// The mark where there are none, found out without a lock.
    private let clear = Atomic<UInt64>(0)

    /// Whether there were none when that was the mark.
    func areNone(at mark: UInt64) -> Bool { clear.load(ordering: .acquiring) == mark }

    /// The one of the visitor's; the notes are read where the mark is another by now.
    func change(
        of file: VisitorFile, at mark: UInt64, reading notes: () -> [(VisitorFile, RefusedChange)]
    ) -> RefusedChange? {
        noted.withLock { noted in
            if noted.mark != mark {
                noted = Noted(mark: mark, changes: Dictionary(notes()) { $1 })
                show(noted)
            }
            return noted.changes[file]
        }
    }

    /// The change is taken back.
    func remove(_ change: RefusedChange, of file: VisitorFile) {
        noted.withLock { noted in
            if noted.changes[file] == change { noted.changes[file] = nil }
            show(noted)
        }
    }

    private func show(_ noted: Noted) { clear.store(noted.changes.isEmpty ? noted.mark : 0, ordering: .releasing) }
}
