import Heroes

/// What is known of a visitor's file.
struct KeptFavourites: Sendable {
    let favourites: Favourites
    /// Nil where there is no current file, but perhaps a previous one that the favourites are from.
    var identity: FileIdentity?
    /// Which previous file they are from, then.
    var previous: FileIdentity?
    /// Whether this store has seen the current file down to the disk.
    var isSynced = false
    /// The visitor's mark before the file was read, and which one it is; 0 where it could not be told.
    var mark: UInt64 = 0
    var markNumber = 0
    /// When the file was last looked at, by `uptime`.
    var looked = 0
}

extension FileStore {
    package func remembered(by visitor: Visitor) -> Favourites? {
        guard hasNoRefusals, let kept = cache.withLock({ $0.value(visitor) }), isCurrent(kept) else { return nil }
        return kept.favourites
    }

    /// How long a visitor's favourites are taken from memory before their file is looked at again, in seconds: so a file
    /// that is changed by hand is seen, and that it is used can be noted.
    static let lookInterval = 10

    /// Whether nobody has changed the file since it was looked at.
    func isCurrent(_ kept: KeptFavourites) -> Bool {
        kept.mark != 0 && kept.mark == marks.seen(kept.markNumber) && uptime() - kept.looked < Self.lookInterval
    }

    /// Remembers what was in the file when the visitor's mark was this.
    func keep(_ kept: KeptFavourites, as mark: UInt64, for file: VisitorFile) {
        var kept = kept
        // Somebody may have failed to change the file since, and taken that back without the disk knowing.
        if kept.mark != mark || mark == 0 { kept.isSynced = false }
        (kept.mark, kept.markNumber, kept.looked) = (mark, file.mark, uptime())
        keep(kept, for: file)
    }

    func keep(_ kept: KeptFavourites, for file: VisitorFile) {
        guard let visitor = file.visitor else { return }
        cache.withLock { $0.keep(kept, cost: kept.favourites.list.count + 1, for: visitor) }
    }

    /// Has the visitor's file read again.
    func drop(_ file: VisitorFile) {
        if let visitor = file.visitor { cache.withLock { $0.remove(visitor) } }
    }

    /// What memory has, if the file is still the same; nil, too, where that cannot be told, as reading it tells why.
    func unchanged(_ file: VisitorFile) -> KeptFavourites? {
        guard let kept = inMemory(file), let identity = kept.identity,
            (try? operations.identity("\(folder)/\(file.folder)/\(file.current)")) == identity
        else { return nil }
        return kept
    }

    /// What memory has of that current file.
    func inMemory(_ file: VisitorFile, _ identity: FileIdentity) -> KeptFavourites? {
        guard let kept = inMemory(file), kept.identity == identity else { return nil }
        return kept
    }

    /// Where the file system keeps no fine times, only until somebody tells of a change.
    func inMemory(_ file: VisitorFile) -> KeptFavourites? {
        guard let kept = file.visitor.flatMap({ visitor in cache.withLock { $0.value(visitor) } }) else { return nil }
        let isFine = kept.identity?.isFine ?? false
        return isFine || kept.mark != 0 && kept.mark == marks.seen(kept.markNumber) ? kept : nil
    }
}
