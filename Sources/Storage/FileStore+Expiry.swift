import Glibc
import Heroes

extension FileStore {
    /// How long favourites are kept that nobody looks at, in seconds: as long as browsers keep the cookie.
    static let lifetime = 400 * day
    static let day = 24 * 60 * 60

    /// When there was no such store yet, in seconds since 1970: a file that is older was written while the clock was not
    /// set, as machines without one of their own start.
    private static let beginning = 1_735_689_600

    /// The most visitors whose files are removed at a look into a folder; the rest waits for the next round.
    static let removalsAtOnce = 100

    /// Removes what nobody has looked at for 400 days from a folder of visitors, and after a day the spare files, which
    /// only serve whoever comes back soon; tells how many visitors it looked at and how many it removed.
    @discardableResult
    func removeExpired(in folder: String) -> (looks: Int, removed: Int) {
        let path = "\(self.folder)/\(folder)"
        var (looks, removals, removed) = (0, 0, 0)
        for (file, names) in VisitorFile.visitors(of: names(in: path)) where removals < Self.removalsAtOnce {
            looks += 1
            do throws(FavouritesError) {
                if names.contains(file.spare), try isIdle(file, in: path) { try removeSpare(file) }
                guard try isExpired(names, in: path), let lock = try lockIfFree(file) else { continue }
                removals += 1
                if try removeExpired(file, in: path, holding: lock) { removed += 1 }
            } catch {
                log("\(file.current) cannot be removed although it is too old: \(error)")
            }
        }
        return (looks, removed)
    }

    /// Deletes the files unless somebody has used them before the lock was taken, and tells whether it did.
    private func removeExpired(
        _ file: VisitorFile, in path: String, holding lock: borrowing Descriptor
    ) throws(FavouritesError) -> Bool {
        let names = try names(of: file)
        guard try isExpired(names, in: path), let folder = try operations.openFolder(path) else { return false }
        var isDated = true
        for name in [file.current, file.previous] where names.contains(name) {
            guard let identity = try operations.identity(of: name, in: folder), identity.seconds < Self.beginning
            else { continue }
            try touch(name, of: file, holding: lock)
            isDated = false
        }
        guard isDated else { return false }
        try delete(file, in: folder, holding: lock)
        return true
    }

    /// Whether the visitor was not here for a day; true where there is no current file, as a crash leaves it.
    private func isIdle(_ file: VisitorFile, in path: String) throws(FavouritesError) -> Bool {
        guard let identity = try operations.identity("\(path)/\(file.current)") else { return true }
        return age(identity) >= Self.day
    }

    private func isExpired(_ names: [String], in path: String) throws(FavouritesError) -> Bool {
        for name in names {
            guard let identity = try operations.identity("\(path)/\(name)") else { continue }
            if age(identity) < Self.lifetime { return false }
        }
        return true
    }

    /// Notes once a day that the favourites are looked at, as the cookie is renewed then, too.
    func touch(_ name: String, of file: VisitorFile, _ identity: FileIdentity) {
        guard isToBeTouched(identity) else { return }
        do throws(FavouritesError) {
            guard let lock = try lockIfFree(file) else { return }
            try touch(name, of: file, holding: lock)
        } catch {
            // A folder that cannot be written in is no reason not to read from it.
            log("\(file.current) cannot be marked as used: \(error)")
        }
    }

    /// Whether it is a day or more that this was last done.
    func isToBeTouched(_ identity: FileIdentity) -> Bool { age(identity) >= Self.day }

    func touch(_ name: String, of file: VisitorFile, holding lock: borrowing Descriptor) throws(FavouritesError) {
        guard let folder = try openFolder(of: file), let used = try operations.open(name, in: folder) else { return }
        let before = try operations.identity("\(self.folder)/\(file.folder)/\(name)")
        let after = try operations.setTime(of: used, to: now())
        guard let visitor = file.visitor, var kept = cache.withLock({ $0.value(visitor) }), kept.identity == before
        else { return }
        // The new time is not on the disk yet, and with the old one the file may be too old after the power has failed.
        (kept.identity, kept.isSynced) = (after, false)
        keep(kept, for: file)
    }

    /// Seconds since the file was changed or looked at; a time before 1970 counts as that year's beginning.
    private func age(_ identity: FileIdentity) -> Int { now().tv_sec - max(identity.seconds, 0) }

    /// As coarse as the kernel's tick, and a tenth of the time that a finer one takes.
    static func uptimeReading() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec
    }

    static func clockReading() -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return now
    }
}
