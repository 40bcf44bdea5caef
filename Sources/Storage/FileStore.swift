import Basics
import Dispatch
import Glibc
import Heroes
import Synchronization

/// A store of favourites in files, one small file per visitor, in a folder locked by one process.
///
/// Each visitor's work runs on one of 256 serial queues, chosen by the visitor's hash. So a visitor's changes are made
/// in order, those of different visitors concurrently, and the file system can combine their syncs.
package final class FileStore: FavouritesStore {
    let folder: String
    let system: FileSystem
    let log: @Sendable (String) -> Void
    /// Seconds since 1970.
    let now: @Sendable () -> Int
    private let limit: Int
    private let cache: Locked<LRUCache<Visitor, StoredList>>
    private static let queues = (0..<256).map { DispatchQueue(label: "heroes.favourites.\($0)") }
    private let lock: FileDescriptor
    private let expiry = Mutex<Task<Void, any Error>?>(nil)
    /// The visitors' folders that this process has synced, with nothing unsynced of an earlier process or a failed change.
    let syncedFolders = Locked<Set<String>>([])

    /// Creates the folder if it is missing and locks it. Waits for the lock of another process, because restarts
    /// overlap.
    ///
    /// `limit` is the maximum of favourites per visitor, `cachedFavourites` the number of favourites in memory.
    /// - Throws: `FavouritesError.unavailable` if the folder cannot be used or another process holds its lock for 15 s.
    package convenience init(
        folder: String, limit: Int = 1000, cachedFavourites: Int = 100_000,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(FavouritesError) {
        try self.init(folder: folder, limit: limit, cachedFavourites: cachedFavourites, log: log, system: FileSystem())
        expiry.withLock { $0 = Self.expireDaily { [weak self] in self } }
    }

    init(
        folder: String, limit: Int = 1000, cachedFavourites: Int = 100_000,
        log: @escaping @Sendable (String) -> Void = { _ in }, now: @escaping @Sendable () -> Int = { time(nil) },
        lockTimeout: Duration = .seconds(15), system: FileSystem
    ) throws(FavouritesError) {
        self.folder = try StoreFolder.prepare(folder, system)
        lock = try StoreFolder.lock(self.folder, timeout: lockTimeout, system, log: log)
        (self.limit, self.log, self.now, self.system) = (limit, log, now, system)
        cache = Locked(LRUCache(limit: cachedFavourites))
    }

    deinit { expiry.withLock { $0?.cancel() } }

    package func cachedFavourites(of visitor: Visitor, since revision: UInt64?) -> Favourites? {
        cached(visitor)?.favourites
    }

    package func favourites(
        of visitor: Visitor, since revision: UInt64?
    ) async throws(FavouritesError) -> Favourites {
        if let list = cached(visitor) { return list.favourites }
        let files = VisitorFiles(visitor)
        return try await run(onQueue: files.bucket) { [self] () throws(FavouritesError) in
            try favourites(of: visitor, files)
        }
    }

    /// Reads the files, on the visitor's queue.
    func favourites(of visitor: Visitor, _ files: VisitorFiles) throws(FavouritesError) -> Favourites {
        guard var list = try read(files) else { return .none }
        if list.isDue(at: now()) { markAsUsed(&list, files) }
        store(list, for: visitor)
        return list.favourites
    }

    /// Applies the change durably.
    package func apply(
        _ change: FavouritesChange, for visitor: Visitor
    ) async throws(FavouritesError) -> FavouritesUpdate? {
        let files = VisitorFiles(visitor)
        return try await run(onQueue: files.bucket) { [self] () throws(FavouritesError) in
            try apply(change, for: visitor, files)
        }
    }

    /// Applies the change, on the visitor's queue.
    func apply(
        _ change: FavouritesChange, for visitor: Visitor, _ files: VisitorFiles
    ) throws(FavouritesError) -> FavouritesUpdate? {
        do throws(FavouritesError) {
            return try write(change, for: visitor, files)
        } catch {
            // The next access reads the files.
            cache.withLock { $0.remove(visitor) }
            throw error
        }
    }

    private func write(
        _ change: FavouritesChange, for visitor: Visitor, _ files: VisitorFiles
    ) throws(FavouritesError) -> FavouritesUpdate? {
        if case .forget = change {
            cache.withLock { $0.remove(visitor) }
            try delete(files)
            return nil
        }
        var before = cached(visitor)
        if before == nil { before = try read(files) }
        let list = before.map { FavouriteList(ordered: $0.favourites.list) }
        guard let after = try FavouriteList.after(change, of: list, limit: limit) else {
            // Without the sync, a failed or killed change could come back in a crash after this answer.
            if try openFolder(files) != nil { _ = try makeFolder(files) }
            return nil
        }
        // A file of an earlier process may be unsynced, and an old one may expire: write it again.
        let isStored = before.map { $0.isSynced && !$0.isDue(at: now()) } ?? false
        var favourites = before?.favourites ?? .none
        if !isStored || after != list {
            try replace(files, of: before, with: try FavouritesFormat.encode(after))
            favourites = Favourites(after.favourites)
            store(StoredList(favourites: favourites, used: now(), isSynced: true), for: visitor)
        }
        return FavouritesUpdate(before: list?.favourites ?? [], after: favourites)
    }

    /// Runs blocking work on one of the queues.
    func run<Value: Sendable>(
        onQueue number: Int, _ work: @escaping @Sendable () throws(FavouritesError) -> Value
    ) async throws(FavouritesError) -> Value {
        try await withCheckedContinuation { continuation in
            Self.queues[number].async {
                continuation.resume(returning: Result(catching: work))
            }
        }.get()
    }

    /// Returns the list in memory; nil if it is due to be marked as used.
    private func cached(_ visitor: Visitor) -> StoredList? {
        cache.withLock { $0.use(visitor) }.flatMap { $0.isDue(at: now()) ? nil : $0 }
    }

    private func store(_ list: StoredList, for visitor: Visitor) {
        cache.withLock { _ = $0.set(visitor, list, cost: list.favourites.list.count + 1) }
    }
}

/// A visitor's favourites and the state of their file.
struct StoredList: Sendable {
    let favourites: Favourites
    /// The time of the last change or marking as used, in seconds since 1970.
    var used: Int
    /// True if this process has synced the file.
    var isSynced = false
    /// True if they were read from the current file, false for the previous one.
    var isCurrent = true

    /// Returns true if the file is due to be marked as used, once a day.
    func isDue(at now: Int) -> Bool { now - used >= FileStore.day }
}
