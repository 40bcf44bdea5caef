import Basics
import Dispatch
import Glibc
import Heroes
import Synchronization

/// A store of favourites in files, one small file a visitor, in a folder that one process uses at a time.
///
/// Each visitor's work runs on one of 256 serial queues, chosen by the visitor's hash. So changes of one visitor are made in
/// their order, those of others at the same time, and the disk can share their syncs.
package final class FileStore: ChangingStore {
    let folder: String
    let system: FileSystem
    let log: @Sendable (String) -> Void
    /// Seconds since 1970.
    let now: @Sendable () -> Int
    private let limit: Int
    private let cache: Locked<LRUCache<Visitor, StoredList>>
    private let queues = (0..<256).map { DispatchQueue(label: "heroes.favourites.\($0)") }
    private let lock: Descriptor
    private let expiry = Mutex<Task<Void, any Error>?>(nil)
    /// The folders that this process knows to be on the disk.
    let syncedFolders = Locked<Set<String>>([])

    /// Makes the folder if it is missing and locks it. A lock of another process is waited for, since a restart overlaps.
    ///
    /// `limit` is the number of favourites a visitor may have, `cachedFavourites` the number of them kept in memory.
    /// - Throws: `FavouritesError.unavailable` if the folder cannot be used or another process keeps its lock for 15 s.
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
        lock = try StoreFolder.lock(self.folder, timeout: lockTimeout, system)
        (self.limit, self.log, self.now, self.system) = (limit, log, now, system)
        cache = Locked(LRUCache(limit: cachedFavourites))
    }

    deinit { expiry.withLock { $0?.cancel() } }

    package func cachedFavourites(of visitor: Visitor) -> Favourites? { cached(visitor)?.favourites }

    package func favourites(of visitor: Visitor) async throws(FavouritesError) -> Favourites {
        if let list = cached(visitor) { return list.favourites }
        let files = VisitorFiles(visitor)
        return try await run(onQueue: files.bucket) { [self] () throws(FavouritesError) in
            guard var list = try read(files) else { return .none }
            if list.isDue(at: now()) { markAsUsed(&list, files) }
            store(list, for: visitor)
            return list.favourites
        }
    }

    /// Makes the change; when this returns, it is on the disk.
    func make(_ change: Change, for visitor: Visitor) async throws(FavouritesError) -> [Favourite]? {
        let files = VisitorFiles(visitor)
        return try await run(onQueue: files.bucket) { [self] () throws(FavouritesError) in
            do throws(FavouritesError) {
                return try make(change, for: visitor, files)
            } catch {
                // The next look reads what is on the disk.
                cache.withLock { $0.remove(visitor) }
                throw error
            }
        }
    }

    private func make(
        _ change: Change, for visitor: Visitor, _ files: VisitorFiles
    ) throws(FavouritesError) -> [Favourite]? {
        if case .forget = change {
            cache.withLock { $0.remove(visitor) }
            try delete(files)
            return nil
        }
        var before = cached(visitor)
        if before == nil { before = try read(files) }
        let list = before.map { FavouriteList(ordered: $0.favourites.list) }
        guard let after = try FavouriteList.after(change, of: list, limit: limit) else { return nil }
        // A file that an earlier process wrote may not be on the disk, and an old one may expire: it is written again.
        let isStored = before.map { $0.isSynced && !$0.isDue(at: now()) } ?? false
        if !isStored || after != list {
            try replace(files, of: before, with: after)
            store(StoredList(favourites: Favourites(after.favourites), used: now(), isSynced: true), for: visitor)
        }
        return list?.favourites ?? []
    }

    /// Runs work that may block on one of the queues.
    func run<Value: Sendable>(
        onQueue number: Int, _ work: @escaping @Sendable () throws(FavouritesError) -> Value
    ) async throws(FavouritesError) -> Value {
        try await withCheckedContinuation { continuation in
            queues[number].async {
                continuation.resume(returning: Result(catching: work))
            }
        }.get()
    }

    /// Returns the list in memory, nil if it is to be read because it has not been marked as used for a day.
    private func cached(_ visitor: Visitor) -> StoredList? {
        cache.withLock { $0.use(visitor) }.flatMap { $0.isDue(at: now()) ? nil : $0 }
    }

    private func store(_ list: StoredList, for visitor: Visitor) {
        cache.withLock { _ = $0.set(visitor, list, cost: list.favourites.list.count + 1) }
    }
}

/// A visitor's favourites as their file has them.
struct StoredList: Sendable {
    let favourites: Favourites
    /// When the file was last changed or marked as used, in seconds since 1970.
    var used: Int
    /// Whether this process has seen the file reach the disk.
    var isSynced = false
    /// Whether they come from the current file, not from the previous one.
    var isCurrent = true

    /// Whether the file is to be marked as used, as is done once a day.
    func isDue(at now: Int) -> Bool { now - used >= FileStore.day }
}
