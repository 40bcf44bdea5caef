import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

@Suite struct ExpiryTests {
    private let visitor = Visitor.numbered(1)
    private var files: VisitorFiles { VisitorFiles(visitor) }

    /// Returns a folder with two favourites of a visitor with the last visit some days ago.
    private func folder(visitedDaysAgo days: Int) async throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, system: FileSystem())
        for id in 1...2 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        try folder.age(byDays: days)
        return folder
    }

    @Test(
        "favourites expire after 400 days without a visit, not after 399 or if the clock was at 1970",
        arguments: [(399, false), (400, true), (20_000, false)])
    func removal(days: Int, isExpired: Bool) async throws {
        let folder = try await folder(visitedDaysAgo: days)
        let now = time(nil)
        try folder.age(byDays: days, before: now)
        let store = try FileStore(folder: folder.path, now: { now }, system: FileSystem())
        await store.removeExpired(in: "00/00")
        #expect(try folder.files().count == 2)
        await store.removeExpired(in: files.folder)
        #expect(try folder.files().count == (isExpired ? 0 : 2))
        #expect(try await (store.add([], forExisting: visitor) == nil) == isExpired)
    }

    @Test("a visit renews the favourites, also those of the previous file", arguments: [false, true])
    func visited(isDamaged: Bool) async throws {
        let folder = try await folder(visitedDaysAgo: 399)
        if isDamaged { try folder.write("garbage".utf8, to: "\(files.folder)/\(files.current)") }
        try folder.age(byDays: 399)
        let store = try FileStore(folder: folder.path, system: FileSystem())
        let heroes = try await store.favourites(of: visitor).list.map(\.id)
        #expect(heroes == (isDamaged ? [1] : [2, 1]))
        await store.removeExpired(in: files.folder)
        #expect(try await store.favourites(of: visitor).list.map(\.id) == heroes)
    }

    @Test("a file is marked as used once a day, also if the list is in memory")
    func markedDaily() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let days = Mutex(0)
        let now: @Sendable () -> Int = { time(nil) + days.withLock { $0 } * FileStore.day }
        let store = try FileStore(folder: folder.path, now: now, system: recorder.system)
        try await store.add(.example(1), for: visitor)
        for day in 1...3 {
            days.withLock { $0 = day }
            #expect(store.cachedFavourites(of: visitor) == nil)
            recorder.start()
            for _ in 1...3 { #expect(try await store.favourites(of: visitor).list == [.example(1)]) }
            #expect(recorder.stop().count { $0.hasPrefix("futimens") } == 1)
            #expect(store.cachedFavourites(of: visitor) != nil)
        }
    }

    @Test("a change without effect renews the favourites durably")
    func acknowledged() async throws {
        let folder = try await folder(visitedDaysAgo: 401)
        let store = try FileStore(folder: folder.path, system: FileSystem())
        #expect(try await store.add([.example(1)], forExisting: visitor) != nil)
        await store.removeExpired(in: files.folder)
        #expect(try await folder.heroesInCopy(of: visitor) == [2, 1])
    }

    @Test("a spare file of a crash is removed after a day, one in use is not")
    func spare() async throws {
        let folder = try await folder(visitedDaysAgo: 0)
        let spare = "\(files.folder)/\(files.spare)"
        try folder.write("half".utf8, to: spare)
        let store = try FileStore(folder: folder.path, system: FileSystem())
        await store.removeExpired(in: files.folder)
        #expect(try folder.files().contains(spare))
        try folder.age(byDays: 1)
        await store.removeExpired(in: files.folder)
        #expect(try !folder.files().contains(spare))
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [2, 1])
    }

    @Test("other files are not removed, damaged ones of the visitor are")
    func others() async throws {
        let folder = try await folder(visitedDaysAgo: 0)
        try folder.write("note".utf8, to: "\(files.folder)/README")
        try folder.write("torn".utf8, to: "\(files.folder)/\(VisitorFiles.damaged(files.current))")
        try folder.age(byDays: 400)
        await (try FileStore(folder: folder.path, system: FileSystem())).removeExpired(in: files.folder)
        #expect(try folder.files() == ["\(files.folder)/README"])
    }

    @Test("a read-only folder is read, and the log reports that files cannot be marked as used")
    func readOnly() async throws {
        let folder = try await folder(visitedDaysAgo: 2)
        let log = Log()
        let system = FileSystem { $0.hasPrefix("futimens") ? EROFS : nil }
        let store = try FileStore(folder: folder.path, log: log.add, system: system)
        for _ in 1...3 { #expect(try await store.favourites(of: visitor).list.map(\.id) == [2, 1]) }
        #expect(log.lines.count == 1)
    }

    @Test("nothing expires in the first 24 hours, or after the clock was set far ahead", arguments: [0, 1, 500])
    func clock(daysAhead: Int) async throws {
        let folder = try await folder(visitedDaysAgo: 400)
        let time = Mutex(Glibc.time(nil))
        let pauses = Mutex<[Duration]>([])
        let store = try FileStore(folder: folder.path, now: { time.withLock { $0 } }, system: FileSystem())
        let expiry = FileStore.expireDaily(
            pause: { pause in
                guard pause > .seconds(1) else { return }
                let count = pauses.withLock { pauses in
                    pauses.append(pause)
                    return pauses.count
                }
                if count == 1 { try #require(try folder.files().count == 2) }
                if count == 2 { throw CancellationError() }
                time.withLock { $0 += (count == 1 ? daysAhead : 1) * FileStore.day }
            }, { store })
        _ = await expiry.result
        #expect(pauses.withLock { $0 } == [.seconds(FileStore.day), .seconds(FileStore.day)])
        #expect(try folder.files().count == (daysAhead == 1 ? 0 : 2))
    }
}
