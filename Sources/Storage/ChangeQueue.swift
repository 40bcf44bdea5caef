import Heroes

/// A change and who waits for it.
struct WaitingChange: Sendable {
    let change: Change
    let done: CheckedContinuation<Change.Outcome, Never>
}

/// Changes in the order in which they came, file by file; one thread at a time works on a file.
final class ChangeQueue: Sendable {
    /// A file is in here as long as a thread works on it or is about to.
    private let changes = Locked<[VisitorFile: [WaitingChange]]>([:])

    /// True where nobody works on the file, so that the caller has to see to it.
    func add(_ change: WaitingChange, for file: VisitorFile) -> Bool {
        changes.withLock { changes in
            let isIdle = changes[file] == nil
            changes[file, default: []].append(change)
            return isIdle
        }
    }

    /// Takes what can be made with one write: everything up to the next `forget`, or that alone.
    func batch(for file: VisitorFile) -> [WaitingChange] {
        changes.withLock { changes in
            let waiting = changes[file] ?? []
            let count = max(1, waiting.firstIndex { $0.change.isForget } ?? waiting.count)
            changes[file] = Array(waiting.dropFirst(count))
            return Array(waiting.prefix(count))
        }
    }

    /// How many changes wait for the file.
    func count(for file: VisitorFile) -> Int { changes.withLock { $0[file]?.count ?? 0 } }

    /// Ends the work on the file; true where more has come meanwhile, so that the caller has to go on.
    func finish(_ file: VisitorFile) -> Bool {
        changes.withLock { changes in
            if changes[file]?.isEmpty ?? true { changes[file] = nil }
            return changes[file] != nil
        }
    }
}
