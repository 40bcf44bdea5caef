import Glibc
import Heroes
import Synchronization

/// Keeps favourites in one small file a visitor; what a call has acknowledged is on the disk.
///
/// Changes of one visitor are made one after the other, those of different visitors side by side; changes that arrive
/// while one of the same visitor is being written are written together with the next. Several processes may use one
/// folder.
package final class FileStore: FavouritesStore {
    let folder: String
    let limit: Int
    let operations: FileOperations
    let log: @Sendable (String) -> Void
    let cache: Locked<RecentlyUsed<Visitor, KeptFavourites>>
    let marks: ChangeMarks
    /// Real time; a value, so that tests can move it.
    let now: @Sendable () -> timespec
    /// Seconds since any moment, which nobody sets; a value for the same reason.
    let uptime: @Sendable () -> Int
    private let readers: WorkerThreads
    private let writers: WorkerThreads
    private let expiry = Mutex<Task<Void, any Error>?>(nil)
    let queue = ChangeQueue()
    let refused = RefusedChanges()
    let refusedElsewhere = NotedRefusals()
    /// Writers, and readers that remove what is too old.
    private let writesAtOnce: Int
    private let notes = Locked<WritingNotes?>(nil)
    /// Folders that this store knows to be on the disk, with those they lie in.
    let lasting = Locked<Set<String>>([])

    /// Makes the folder if it is missing, and throws where it cannot be used. The limit is the number of favourites a
    /// visitor may have; `cachedFavourites` bounds the memory for what was used lately, `readers` and `writers` the number
    /// of visitors whose files are read, or whose changes are written, at the same time.
    package convenience init(
        folder: String, limit: Int = 1000, cachedFavourites: Int = 100_000, readers: Int = 16, writers: Int = 64,
        log: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(FavouritesError) {
        try self.init(
            folder: folder, limit: limit, cachedFavourites: cachedFavourites, readers: readers, writers: writers,
            log: log,
            operations: FileOperations())
        self.readers.run { [self] in removeLeftovers() }
        expiry.withLock { $0 = Self.expireInTurn { [weak self] in self } }
    }

    init(
        folder: String, limit: Int = 1000, cachedFavourites: Int = 100_000, readers: Int = 2, writers: Int = 2,
        log: @escaping @Sendable (String) -> Void = { _ in },
        now: @escaping @Sendable () -> timespec = FileStore.clockReading,
        uptime: @escaping @Sendable () -> Int = FileStore.uptimeReading, window: MarkWindow? = MarkWindow(),
        operations: FileOperations
    ) throws(FavouritesError) {
        self.folder = try StoreFolder.prepare(folder, operations)
        self.limit = limit
        self.operations = operations
        self.log = log
        (self.now, self.uptime) = (now, uptime)
        marks = ChangeMarks(in: self.folder, shownIn: window, operations)
        cache = Locked(RecentlyUsed(capacity: cachedFavourites))
        writesAtOnce = writers + readers
        self.readers = try WorkerThreads(limit: readers)
        self.writers = try WorkerThreads(limit: writers)
        try refuseWithoutLocks()
        adoptRefused()
    }

    deinit { expiry.withLock { $0?.cancel() } }

    package func kept(by visitor: Visitor) async throws(FavouritesError) -> Favourites {
        let file = VisitorFile(visitor)
        if let favourites = readAtOnce(file) { return favourites }
        return try await read { [self] in read(file) }.get()
    }

    /// Has a thread do what may wait for the disk.
    func read<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            readers.run { continuation.resume(returning: work()) }
        }
    }

    package func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError) {
        if !favourites.isEmpty { try await make(.add(favourites, onlyKnown: false), for: visitor) }
    }

    package func add(_ favourites: [Favourite], forKnown visitor: Visitor) async throws(FavouritesError) -> Bool {
        try await make(.add(favourites, onlyKnown: true), for: visitor) != nil
    }

    @discardableResult
    package func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) -> [Favourite] {
        try await make(.remove(heroes), for: visitor) ?? []
    }

    package func forget(_ visitor: Visitor) async throws(FavouritesError) {
        try await make(.forget, for: visitor)
    }

    /// Returns once the change is on the disk, with what was kept before; nil for a visitor not known.
    @discardableResult
    private func make(_ change: Change, for visitor: Visitor) async throws(FavouritesError) -> [Favourite]? {
        let file = VisitorFile(visitor)
        let outcome = await withCheckedContinuation { continuation in
            if queue.add(WaitingChange(change: change, done: continuation), for: file) {
                writers.run { [self] in work(on: file) }
            }
        }
        return try outcome.get()
    }

    /// The notes, begun with the first change, so that a full disk keeps nobody from reading.
    func writingNotes() throws(FavouritesError) -> WritingNotes {
        try notes.withLock { notes throws(FavouritesError) in
            if let notes { return notes }
            // Each start of a process can take them away once.
            for _ in 0..<10 {
                notes = try WritingNotes(in: folder, lines: writesAtOnce, operations)
                if let notes { return notes }
            }
            throw .unavailable("the notes of writes are taken away again and again")
        }
    }

    /// Makes the changes that wait for this file, all with one write.
    private func work(on file: VisitorFile) {
        let batch = queue.batch(for: file)
        let outcomes = save(batch.map(\.change), to: file)
        for (waiting, outcome) in zip(batch, outcomes) { waiting.done.resume(returning: outcome) }
        if queue.finish(file) { writers.run { [self] in work(on: file) } }
    }
}
