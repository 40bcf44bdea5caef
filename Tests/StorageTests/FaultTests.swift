import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// A change of a visitor's favourites and its result.
struct FaultyChange: Sendable, CustomTestStringConvertible {
    let name: String
    /// The number of favourites before the change.
    let before: Int
    let after: [Hero.ID]
    let make: @Sendable (FileStore, Visitor) async throws -> Void

    var testDescription: String { name }

    static let all = [
        FaultyChange(name: "the first favourite ever", before: 0, after: [9]) {
            try await $0.add(.example(9, after: 9), for: $1)
        },
        FaultyChange(name: "one favourite more", before: 3, after: [9, 3, 2, 1]) {
            try await $0.add(.example(9, after: 9), for: $1)
        },
        FaultyChange(name: "one favourite more of an existing visitor", before: 2, after: [9, 2, 1]) {
            _ = try await $0.add([.example(9, after: 9)], forExisting: $1)
        },
        FaultyChange(name: "one favourite less", before: 3, after: [3, 1]) { try await $0.remove(2, for: $1) },
        FaultyChange(name: "many favourites more", before: 2, after: Array((10...19).reversed()) + [2, 1]) {
            try await $0.add((10...19).reversed().map { .example($0, after: Double($0)) }, for: $1)
        },
        FaultyChange(name: "many favourites less", before: 3, after: [2]) { try await $0.remove([1, 3], for: $1) },
        FaultyChange(name: "forgetting", before: 3, after: []) { try await $0.forget($1) },
    ]
}

@Suite struct FaultTests {
    private static let codes = [EIO, ENOSPC, EACCES, EMFILE, EROFS]
    private let visitor = Visitor.numbered(1)
    private var files: VisitorFiles { VisitorFiles(visitor) }

    private func prepare(
        _ change: FaultyChange, _ recorder: FaultRecorder, log: Log = Log()
    ) async throws -> (FileStore, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, log: log.add, system: recorder.system)
        for id in 0..<change.before { try await store.add(.example(id + 1, after: Double(id)), for: visitor) }
        return (store, folder)
    }

    /// Returns the store's favourites, and expects the same ones after a restart.
    private func state(_ store: FileStore, _ folder: TemporaryFolder) async throws -> [Hero.ID] {
        let heroes = try await store.favourites(of: visitor).list.map(\.id)
        #expect(try await folder.heroesInCopy(of: visitor) == heroes)
        return heroes
    }

    @Test("whichever call fails, the old state is unchanged and later changes work", arguments: FaultyChange.all)
    func everyCall(change: FaultyChange) async throws {
        for number in 1... {
            let recorder = FaultRecorder()
            let (store, folder) = try await prepare(change, recorder)
            let old = try await state(store, folder)
            let code = Self.codes[number % Self.codes.count]
            recorder.start { call, _ in call == number ? code : nil }
            let isAcknowledged = await succeeds { try await change.make(store, visitor) }
            let calls = recorder.stop()
            let new = try await state(store, folder)
            #expect(
                new == (isAcknowledged ? change.after : old),
                "\(change.name), call \(number) of \(calls): \(old) → \(new)")
            try await store.add(.example(20, after: 20), for: visitor)
            #expect(try await state(store, folder) == [20] + new)
            if calls.count < number { return }
        }
    }

    @Test("after a crash at any call, acknowledged changes are there", arguments: FaultyChange.all)
    func everyCrash(change: FaultyChange) async throws {
        for number in 1... {
            let recorder = FaultRecorder()
            let (store, folder) = try await prepare(change, recorder)
            let old = try await state(store, folder)
            recorder.start { call, _ in call >= number ? EIO : nil }
            let isAcknowledged = await succeeds { try await change.make(store, visitor) }
            let isOver = recorder.stop().count < number
            let recovered = try await folder.heroesInCopy(of: visitor)
            #expect(recovered == change.after || !isAcknowledged && recovered == old, "\(number): \(recovered)")
            if isOver { return }
        }
    }

    @Test("a change that fails before the renames is unavailable, a later failure is unconfirmed")
    func unconfirmed() async throws {
        for step in ["fsync \(files.spare)", "rename \(files.current) \(files.previous)", "fsync \(files.folder)"] {
            let recorder = FaultRecorder()
            let (store, _folder) = try await prepare(FaultyChange.all[1], recorder)
            defer { withExtendedLifetime(_folder) {} }
            recorder.start { _, call in call == step ? EIO : nil }
            let error = await #expect(throws: FavouritesError.self) {
                try await store.add(.example(9, after: 9), for: visitor)
            }
            let reason = "\(step): Input/output error"
            let isLate = step != "fsync \(files.spare)"
            #expect(error == (isLate ? .unconfirmed(reason) : .unavailable(reason)))
        }
    }

    @Test("a failed change that cannot be undone is logged and leaves the favourites readable")
    func doubleFailure() async throws {
        let (recorder, log) = (FaultRecorder(), Log())
        let (store, folder) = try await prepare(FaultyChange.all[1], recorder, log: log)
        let renamed = "rename \(files.spare) \(files.current)"
        let undone = "rename \(files.previous) \(files.current)"
        recorder.start { _, call in call == renamed || call == undone ? EIO : nil }
        #expect(await !succeeds { try await store.add(.example(9, after: 9), for: visitor) })
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [3, 2, 1])
        #expect(log.lines.map { $0.contains(files.current) } == [true])
        _ = recorder.stop()
        try await store.add(.example(20, after: 20), for: visitor)
        #expect(try await state(store, folder) == [20, 3, 2, 1])
    }

    @Test("whichever call of a read fails, the result is correct or an error, and the next read works")
    func everyRead() async throws {
        for number in 1... {
            let recorder = FaultRecorder()
            let (_, folder) = try await prepare(FaultyChange.all[1], recorder)
            let store = try FileStore(folder: folder.path, system: recorder.system)
            recorder.start { call, _ in call == number ? EMFILE : nil }
            _ = await succeeds {
                let heroes = try await store.favourites(of: visitor).list.map(\.id)
                #expect(heroes == [3, 2, 1])
            }
            let isOver = recorder.stop().count < number
            #expect(try await store.favourites(of: visitor).list.map(\.id) == [3, 2, 1])
            if isOver { break }
        }
    }

    @Test("a change is durable before it is acknowledged: fsync of the file, renames, fsync of the folder")
    func order() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[1], recorder)
        recorder.start()
        try await store.add(.example(9), for: visitor)
        let (spare, current, previous) = (files.spare, files.current, files.previous)
        #expect(
            recorder.stop() == [
                "open \(store.folder)/\(files.folder)", "rename \(previous) \(spare)", "open \(spare)",
                "fstat \(spare)", "write \(spare)", "ftruncate \(spare)", "fsync \(spare)",
                "rename \(current) \(previous)", "rename \(spare) \(current)", "fsync \(files.folder)",
            ])
        withExtendedLifetime(folder) {}
    }

    @Test(
        "new folders are synced before changes in them are acknowledged, also those of a crash", arguments: 0...2
    )
    func folders(isThere: Int) async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let (outer, inner) = ("\(folder.path)/\(files.outerFolder)", "\(folder.path)/\(files.folder)")
        for path in [outer, inner].prefix(isThere) { try #require(mkdir(path, 0o700) == 0) }
        let store = try FileStore(folder: folder.path, system: recorder.system)
        recorder.start()
        try await store.add(.example(9), for: visitor)
        #expect(
            recorder.stop().filter { $0.hasPrefix("mkdir") || $0.hasPrefix("fsync") } == [
                "mkdir \(outer)", "fsync \(folder.path)", "mkdir \(inner)", "fsync \(outer)", "fsync \(files.spare)",
                "fsync \(files.folder)",
            ])
        // A folder that could not be synced is synced again.
        let other = Visitor.numbered(2)
        recorder.start { _, call in call == "fsync \(folder.path)" ? EIO : nil }
        #expect(await !succeeds { try await store.add(.example(9), for: other) })
        recorder.start()
        try await store.add(.example(9), for: other)
        #expect(recorder.stop().contains("fsync \(folder.path)"))
    }

    @Test("a failed fsync is not retried: the next change writes a new file")
    func noSecondSync() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[1], recorder)
        let sync = "fsync \(files.spare)"
        recorder.start { _, call in call == sync ? EIO : nil }
        #expect(await !succeeds { try await store.add(.example(9), for: visitor) })
        let calls = recorder.stop()
        #expect(calls.count { $0 == sync } == 1)
        #expect(calls.last == "unlink \(files.spare)")
        try await store.add(.example(9, after: 9), for: visitor)
        #expect(try await state(store, folder) == [9, 3, 2, 1])
    }

    @Test("an interrupted fsync fails, any other interrupted call is repeated")
    func interrupted() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[1], recorder)
        recorder.start { _, call in call.hasPrefix("fsync") ? nil : EINTR }
        try await store.add(.example(9, after: 9), for: visitor)
        recorder.start { _, call in call.hasPrefix("fsync") ? EINTR : nil }
        #expect(await !succeeds { try await store.add(.example(10, after: 10), for: visitor) })
        _ = recorder.stop()
        #expect(try await state(store, folder) == [9, 3, 2, 1])
    }

    @Test("a file of an earlier process, which may be unsynced, is written again before acknowledging")
    func unsyncedFile() async throws {
        let recorder = FaultRecorder()
        let folder = try await prepare(FaultyChange.all[1], recorder).1
        let store = try FileStore(folder: folder.path, system: recorder.system)
        recorder.start()
        try await store.add(.example(1), for: visitor)
        #expect(recorder.stop().suffix(1) == ["fsync \(files.folder)"])
        recorder.start()
        try await store.add(.example(1), for: visitor)
        #expect(recorder.stop() == [])
    }

    @Test("after a failed fsync nothing is acknowledged before another fsync")
    func failedSync() async throws {
        let recorder = FaultRecorder()
        let (store, _folder) = try await prepare(FaultyChange.all[1], recorder)
        defer { withExtendedLifetime(_folder) {} }
        let sync = "fsync \(files.folder)"
        recorder.start { _, call in call == sync ? EIO : nil }
        #expect(await !succeeds { try await store.add(.example(9), for: visitor) })
        #expect(await !succeeds { try await store.add(.example(1), for: visitor) })
        recorder.start()
        try await store.add(.example(1), for: visitor)
        #expect(recorder.stop().suffix(1) == [sync])
    }

    @Test("a visitor can be forgotten on a full disk")
    func fullDisk() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[1], recorder)
        recorder.start { _, call in call.hasPrefix("write") || call.hasPrefix("create") ? ENOSPC : nil }
        try await store.forget(visitor)
        #expect(try folder.files() == [])
    }

    @Test("the check fails if any of its calls fails")
    func readiness() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try FileStore(folder: folder.path, system: recorder.system)
        recorder.start()
        try await store.check()
        let calls = recorder.stop()
        for number in calls.indices {
            recorder.start { call, _ in call == number + 1 ? EIO : nil }
            #expect(await !succeeds { try await store.check() }, "\(calls[number])")
        }
        _ = recorder.stop()
        try await store.check()
        #expect(try folder.files() == [])
    }

    private func succeeds(_ body: () async throws -> Void) async -> Bool {
        do {
            try await body()
            return true
        } catch FavouritesError.unavailable(let reason), FavouritesError.unconfirmed(let reason) {
            #expect(!reason.isEmpty)
            return false
        } catch {
            Issue.record("unexpected error: \(error)")
            return false
        }
    }
}
