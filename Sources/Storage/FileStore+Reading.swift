import Heroes

extension FileStore {
    /// The visitor's favourites from memory where the file has not changed since, else from the file; none where there is
    /// no file.
    func read(_ file: VisitorFile) -> Result<Favourites, FavouritesError> {
        do throws(FavouritesError) {
            if let favourites = try standing(file) { return .success(favourites) }
            settleElsewhere(file)
            let mark = marks.current(file.mark)
            var kept = unchanged(file)
            if kept == nil { kept = try stored(file) }
            guard let kept else { return .success(.none) }
            if let identity = kept.identity {
                keep(kept, as: mark, for: file)
                touch(file.current, of: file, identity)
            } else if let previous = kept.previous {
                touch(file.previous, of: file, previous)
            }
            return .success(kept.favourites)
        } catch {
            return .failure(error)
        }
    }

    /// The visitor's favourites where they can be had without waiting for the disk, which spares a change of threads; nil
    /// where that cannot be, or something is to be done for them.
    func readAtOnce(_ file: VisitorFile) -> Favourites? {
        // The file of marks is opened by who may wait.
        guard marks.seen(file.mark) != 0, hasNoRefusals else { return nil }
        let mark = marks.current(file.mark)
        guard let opened = operations.openAtOnce("\(folder)/\(file.folder)/\(file.current)"),
            let identity = operations.identityAtOnce(of: opened), !isToBeTouched(identity),
            let kept = inMemory(file, identity) ?? contentAtOnce(opened, identity)
        else { return nil }
        keep(kept, as: mark, for: file)
        return kept.favourites
    }

    private func contentAtOnce(_ file: borrowing Descriptor, _ identity: FileIdentity) -> KeptFavourites? {
        guard identity.size <= FavouritesFormat.sizeLimit,
            let bytes = operations.readAtOnce(file, size: identity.size),
            case .list(let list) = FavouritesFormat.decode(bytes)
        else { return nil }
        return KeptFavourites(favourites: Favourites(list.favourites), identity: identity)
    }

    private func stored(_ file: VisitorFile) throws(FavouritesError) -> KeptFavourites? {
        guard let folder = try openFolder(of: file) else { return nil }
        // In the middle of a change the file may have its previous name (where names cannot be exchanged); it has its own
        // again where that change failed, so one look at each may miss it.
        for _ in 0..<2 {
            for name in [file.current, file.previous] {
                switch try content(of: name, in: folder) {
                case .favourites(let favourites, let identity):
                    let isCurrent = name == file.current
                    return KeptFavourites(
                        favourites: favourites, identity: isCurrent ? identity : nil,
                        previous: isCurrent ? nil : identity)
                case .absent: continue
                case .damaged: return try lockedGoodCopy(file, in: folder)
                }
            }
        }
        return nil
    }

    /// The last good copy; where nothing can be locked, and so nothing set aside either, it is read all the same.
    private func lockedGoodCopy(
        _ file: VisitorFile, in folder: borrowing Descriptor
    ) throws(FavouritesError) -> KeptFavourites? {
        do throws(FavouritesError) {
            return try lastGoodCopy(file, in: folder, holding: lock(file))
        } catch {
            // The first time it may have been a file that was written over while it was read.
            for name in [file.current, file.previous] {
                guard case .favourites(let favourites, _) = try content(of: name, in: folder) else { continue }
                return KeptFavourites(favourites: favourites)
            }
            throw error
        }
    }

    /// The favourites before a change; nil where there are no files of the visitor's.
    func recentOrRead(
        _ file: VisitorFile, in folder: borrowing Descriptor, holding lock: borrowing Descriptor
    ) throws(FavouritesError) -> KeptFavourites? {
        if let kept = inMemory(file), try operations.identity(of: file.current, in: folder) == kept.identity {
            return kept
        }
        return try lastGoodCopy(file, in: folder, holding: lock)
    }

    /// The current file, or the previous one where that is damaged or missing; damaged files are set aside, and where
    /// there are no others the visitor begins anew. Nil where there are none at all.
    private func lastGoodCopy(
        _ file: VisitorFile, in folder: borrowing Descriptor, holding lock: borrowing Descriptor
    ) throws(FavouritesError) -> KeptFavourites? {
        var isKnown = false
        switch try content(of: file.current, in: folder) {
        case .favourites(let favourites, let identity):
            return KeptFavourites(favourites: favourites, identity: identity)
        case .absent: break
        case .damaged(let reason):
            setAside(file.current, reason, in: folder)
            isKnown = true
        }
        switch try content(of: file.previous, in: folder) {
        case .favourites(let favourites, let identity):
            return KeptFavourites(favourites: favourites, previous: identity)
        case .absent: break
        case .damaged(let reason):
            setAside(file.previous, reason, in: folder)
            isKnown = true
        }
        // Set aside at an earlier look: the visitor stays the same, so that what somebody mends is theirs again.
        for name in [file.current, file.previous] where !isKnown {
            isKnown = try operations.kind(of: VisitorFile.damaged(name), in: folder) == .file
        }
        return isKnown ? KeptFavourites(favourites: .none) : nil
    }

    /// Keeps a damaged file for a person to look at; where even that fails the visitor gets the last good copy all the
    /// same.
    func setAside(_ name: String, _ reason: String, in folder: borrowing Descriptor) {
        do {
            try operations.rename(name, to: operations.freeName(forDamaged: name, in: folder), in: folder)
            log("\(name) was damaged, \(reason), and is set aside")
        } catch {
            log("\(name) is damaged, \(reason), and cannot be set aside: \(error)")
        }
    }

    private enum Content {
        case absent
        case favourites(Favourites, FileIdentity)
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
        case .list(let list): return .favourites(Favourites(list.favourites), identity)
        case .damaged(let reason): return .damaged(reason)
        case .laterVersion(let version):
            throw .unavailable("\(name) has format \(version), of a later version of this program")
        }
    }
}

extension FileOperations {
    /// A name that nothing has; throws where somebody has to clear up first.
    func freeName(forDamaged name: String, in folder: borrowing Descriptor) throws(FavouritesError) -> String {
        for number in 1...99 {
            let damaged = VisitorFile.damaged(name, number)
            if try kind(of: damaged, in: folder) == nil { return damaged }
        }
        throw .unavailable("there are too many damaged ones")
    }
}
