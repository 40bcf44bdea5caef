import Heroes

/// What other processes that use the folder have refused and could not take back.
extension FileStore {
    /// Whether it is certain without a look at any file that no change is still to be taken back.
    var hasNoRefusals: Bool {
        refused.isEmpty && refusedElsewhere.areNone(at: marks.seen(MarkWindow.refusals))
    }

    /// Takes back what another process has refused, before anything is built on it. It asks for the lock.
    func settleElsewhere(_ file: VisitorFile, in folder: borrowing Descriptor) throws(FavouritesError) {
        guard let change = refusedElsewhere(file) else { return }
        try takeBack(change, of: file, in: folder)
        refusedElsewhere.remove(change, of: file)
    }

    /// The same for who only looks.
    func settleElsewhere(_ file: VisitorFile) {
        guard refusedElsewhere(file) != nil else { return }
        // Where it cannot be done, or somebody is about to change the file, what is there is shown.
        guard let folder = try? openFolder(of: file), let lock = try? lockIfFree(file) else { return }
        defer { withExtendedLifetime(lock) {} }
        try? settleElsewhere(file, in: folder)
    }

    private func refusedElsewhere(_ file: VisitorFile) -> RefusedChange? {
        let seen = marks.seen(MarkWindow.refusals)
        // The file of marks may never have been opened.
        let mark = seen == 0 ? marks.current(MarkWindow.refusals) : seen
        guard mark != 0, !refusedElsewhere.areNone(at: mark) else { return nil }
        return refusedElsewhere.change(of: file, at: mark) {
            // Notes of a process that nobody else may read tell nobody else of anything.
            (try? notedRefusals()) ?? []
        }
    }

    /// The changes still to be taken back by the notes of all processes.
    func notedRefusals() throws(FavouritesError) -> [(VisitorFile, RefusedChange)] {
        let path = "\(folder)/\(WritingNotes.folder)"
        var refusals: [(VisitorFile, RefusedChange)] = []
        for name in names(in: path) {
            guard let all = try operations.openFolder(path), let notes = try operations.open(name, in: all),
                let (content, _) = try operations.read(notes, limit: FavouritesFormat.sizeLimit)
            else { continue }
            refusals += WritingNotes.refused(in: content)
        }
        return refusals
    }
}
