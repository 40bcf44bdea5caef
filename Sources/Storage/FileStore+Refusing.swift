import Heroes

extension FileStore {
    /// Takes a change back that is not acknowledged; what of it cannot be done now is done before the visitor's next look
    /// or change, and if the process ends before that, by the next one. Like all that takes back it asks for the lock.
    func refuse(
        _ change: RefusedChange, of file: VisitorFile, before: Favourites?, in folder: borrowing Descriptor
    ) {
        do {
            try takeBack(change, of: file, in: folder)
        } catch {
            log("\(file.current) may hold a change that was not acknowledged: \(error)")
            // Without a note this process still knows of it, and it alone.
            let line = try? writingNotes().note(change, of: file)
            marks.changeAtOnce(MarkWindow.refusals)
            refused.add(RefusedChanges.Entry(change: change, before: before, line: line), for: file)
        }
    }

    /// Takes back what could not be at once; throws as long as that cannot be done.
    func settle(_ file: VisitorFile, in folder: borrowing Descriptor) throws(FavouritesError) {
        guard let entry = refused[file] else { return }
        try takeBack(entry.change, of: file, in: folder)
        try end(entry, of: file)
    }

    private func end(_ entry: RefusedChanges.Entry, of file: VisitorFile) throws(FavouritesError) {
        if let line = entry.line { try writingNotes().clear(line) }
        marks.changeAtOnce(MarkWindow.refusals)
        refused.remove(file, entry.change)
    }

    /// Takes back what a process that has ended could not.
    func settle(_ change: RefusedChange, of file: VisitorFile) throws(FavouritesError) {
        if let folder = try openFolder(of: file) {
            let lock = try lock(file)
            defer { withExtendedLifetime(lock) {} }
            try takeBack(change, of: file, in: folder)
        }
        refused.remove(file, change)
    }

    /// What the visitor keeps where the file may tell otherwise and that cannot be helped now; nil where the file is to be
    /// believed.
    func standing(_ file: VisitorFile) throws(FavouritesError) -> Favourites? {
        guard let entry = refused[file] else { return nil }
        do throws(FavouritesError) {
            if let folder = try openFolder(of: file) {
                guard let lock = try lockIfFree(file) else { throw .unavailable("the visitor is locked") }
                defer { withExtendedLifetime(lock) {} }
                try settle(file, in: folder)
            } else {
                // Somebody has removed all that there was.
                try end(entry, of: file)
            }
            return nil
        } catch {
            guard try isStanding(entry.change, of: file) else { return nil }
            if let before = entry.before { return before }
            // Of the names that the change was to exchange, the one that counts may never have been.
            let current = try operations.identity("\(folder)/\(file.folder)/\(file.current)")
            guard current != nil, current == entry.change.old else { throw error }
            return nil
        }
    }

    /// Whether nobody has changed the visitor's files since the change was refused.
    private func isStanding(_ change: RefusedChange, of file: VisitorFile) throws(FavouritesError) -> Bool {
        let path = "\(folder)/\(file.folder)"
        if let current = try operations.identity("\(path)/\(file.current)") {
            return current == change.new || current == change.old
        }
        guard let old = change.old else { return false }
        return try operations.identity("\(path)/\(file.spare)") == old
    }

    /// Takes back the forgetting that some process has refused and not taken back yet, so that the visitor is known
    /// here, too; false where there is none. For a visitor without files only: it reads the notes of all processes.
    func bringBack(_ file: VisitorFile, in folder: borrowing Descriptor) throws(FavouritesError) -> Bool {
        guard let change = try refusedForgetting(file, in: folder) else { return false }
        try takeBack(change, of: file, in: folder)
        return true
    }

    /// Whether the spare file is all that is left of what the visitor keeps.
    func isToBeBroughtBack(_ file: VisitorFile, in folder: borrowing Descriptor) throws(FavouritesError) -> Bool {
        for name in [file.current, file.previous] where try operations.kind(of: name, in: folder) != nil {
            return false
        }
        return try refusedForgetting(file, in: folder) != nil
    }

    /// The one that the notes of any process tell of, if the spare file is what is to be brought back.
    private func refusedForgetting(
        _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> RefusedChange? {
        guard let spare = try operations.identity(of: file.spare, in: folder) else { return nil }
        return try notedRefusals().first { $0 == file && $1.old == spare }?.1
    }

    /// Has the names lead to the files that they led to before the change, on the disk, too. It goes by what they lead to
    /// now, since a call that failed may have done its work; what somebody else has changed since stays.
    func takeBack(
        _ change: RefusedChange, of file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        let isLost = try !takeBackCurrent(change, of: file, in: folder)
        try takeBackPrevious(change, of: file, in: folder)
        // After a failed sync nobody knows what of it is on the disk.
        try removeSpare(of: file, in: folder)
        drop(file)
        do throws(FavouritesError) {
            // Somebody may have read the new file meanwhile.
            _ = try marks.change(file.mark)
        } catch {
            try operations.sync(folder, named: file.folder)
            throw error
        }
        // The disk may have the change already.
        try operations.sync(folder, named: file.folder)
        if isLost {
            log("\(file.current) cannot be what it was before a change that was not acknowledged: that file is gone")
        }
    }

    /// False where the new file stays, as the old one is gone.
    private func takeBackCurrent(
        _ change: RefusedChange, of file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> Bool {
        let current = try operations.identity(of: file.current, in: folder)
        guard let old = change.old else {
            if current == change.new { try operations.remove(file.current, in: folder) }
            return true
        }
        guard current == change.new || current == nil else { return true }
        if try operations.identity(of: file.previous, in: folder) == old {
            // Where there is none, or names cannot be exchanged, the new file need not stay.
            if try operations.exchange(file.previous, with: file.current, in: folder) { return true }
            try operations.rename(file.previous, to: file.current, in: folder)
        } else if try operations.identity(of: file.spare, in: folder) == old {
            try operations.rename(file.spare, to: file.current, in: folder)
        } else {
            // Where there is none either, another process has forgotten the visitor.
            return current == nil
        }
        return true
    }

    private func takeBackPrevious(
        _ change: RefusedChange, of file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) {
        guard let new = change.new, try operations.identity(of: file.previous, in: folder) == new,
            // Its time may be another by now.
            try operations.identity(of: file.current, in: folder)?.file == change.old?.file
        else { return }
        if try operations.kind(of: file.spare, in: folder) != .folder,
            try operations.exchange(file.spare, with: file.previous, in: folder)
        {
            return
        }
        try operations.remove(file.previous, in: folder)
    }
}
