import Heroes

/// What is known of a visitor's file.
struct KeptFavourites: Sendable {
    let list: FavouriteList
    /// Nil where there is no current file, but perhaps a previous one that the list is from.
    let identity: FileIdentity?
    /// Whether this store has seen the current file down to the disk.
    let isSynced: Bool
}

extension FileStore {
    /// The visitor's favourites from memory where the file has not changed since, else from the file; nil where there is
    /// none.
    func read(_ file: VisitorFile) -> Result<FavouriteList?, FavouritesError> {
        do throws(FavouritesError) {
            var kept = try unchanged(file)
            if kept == nil { kept = try stored(file) }
            if let identity = kept?.identity { touch(file, identity) }
            return .success(kept?.list)
        } catch {
            return .failure(error)
        }
    }

    private func stored(_ file: VisitorFile) throws(FavouritesError) -> KeptFavourites? {
        guard let folder = try openFolder(of: file) else { return nil }
        // In the middle of a change the file has its previous name; it has its own again where that change failed, so
        // one look at each may miss it.
        for _ in 0..<2 {
            for name in [file.current, file.previous] {
                switch try content(of: name, in: folder) {
                case .list(let list, let identity):
                    guard name == file.current else {
                        return KeptFavourites(list: list, identity: nil, isSynced: false)
                    }
                    let kept = KeptFavourites(list: list, identity: identity, isSynced: false)
                    keep(kept, for: file)
                    return kept
                case .absent: continue
                case .damaged: return try lastGoodCopy(file, in: folder, holding: lock(file))
                }
            }
        }
        return nil
    }

    /// The favourites before a change.
    func recentOrRead(
        _ file: VisitorFile, in folder: borrowing Descriptor, holding lock: borrowing Descriptor
    ) throws(FavouritesError) -> KeptFavourites {
        if let kept = try unchanged(file) { return kept }
        return try lastGoodCopy(file, in: folder, holding: lock)
    }

    func keep(_ kept: KeptFavourites, for file: VisitorFile) {
        cache.withLock { $0.keep(kept, cost: kept.list.favourites.count + 1, for: file) }
    }

    /// What memory has, if the file is still the same.
    private func unchanged(_ file: VisitorFile) throws(FavouritesError) -> KeptFavourites? {
        guard let kept = cache.withLock({ $0.value(file) }) else { return nil }
        let identity = try operations.identity("\(folder)/\(file.folder)/\(file.current)")
        return identity == kept.identity ? kept : nil
    }

    /// The current file, or the previous one where that is damaged or missing; damaged files are set aside.
    private func lastGoodCopy(
        _ file: VisitorFile, in folder: borrowing Descriptor, holding lock: borrowing Descriptor
    ) throws(FavouritesError) -> KeptFavourites {
        switch try content(of: file.current, in: folder) {
        case .list(let list, let identity): return KeptFavourites(list: list, identity: identity, isSynced: false)
        case .absent: break
        case .damaged(let reason): setAside(file.current, reason, in: folder)
        }
        switch try content(of: file.previous, in: folder) {
        case .list(let list, _): return KeptFavourites(list: list, identity: nil, isSynced: false)
        case .absent: break
        case .damaged(let reason): setAside(file.previous, reason, in: folder)
        }
        return KeptFavourites(list: FavouriteList(), identity: nil, isSynced: false)
    }

    /// Keeps a damaged file for a person to look at; where even that fails the visitor gets the last good copy all the
    /// same.
    func setAside(_ name: String, _ reason: String, in folder: borrowing Descriptor) {
        do {
            try operations.rename(name, to: freeName(forDamaged: name, in: folder), in: folder)
            log("\(name) was damaged, \(reason), and is set aside")
        } catch {
            log("\(name) is damaged, \(reason), and cannot be set aside: \(error)")
        }
    }

    /// A name that nothing has; throws where somebody has to clear up first.
    private func freeName(
        forDamaged name: String, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> String {
        for number in 1...99 {
            let damaged = VisitorFile.damaged(name, number)
            if try operations.kind(of: damaged, in: folder) == nil { return damaged }
        }
        throw .unavailable("there are too many damaged ones")
    }

    private enum Content {
        case absent
        case list(FavouriteList, FileIdentity)
        case damaged(String)

        static let noFile = damaged("it is no regular file")
    }

    private func content(of name: String, in folder: borrowing Descriptor) throws(FavouritesError) -> Content {
        let bytes: [UInt8]
        let identity: FileIdentity
        do throws(FavouritesError) {
            guard let file = try operations.open(name, in: folder) else { return .absent }
            guard let read = try operations.read(file, limit: FavouritesFormat.sizeLimit) else { return .noFile }
            (bytes, identity) = read
        } catch {
            // A link or a socket cannot even be opened.
            guard let kind = try operations.kind(of: name, in: folder), kind != .file else { throw error }
            return .noFile
        }
        guard bytes.count <= FavouritesFormat.sizeLimit else { return .damaged("it is too long") }
        switch FavouritesFormat.decode(bytes) {
        case .list(let list): return .list(list, identity)
        case .damaged(let reason): return .damaged(reason)
        case .laterVersion(let version):
            throw .unavailable("\(name) has format \(version), of a later version of this program")
        }
    }
}
