import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

// `ScheduleTests` walks all failures of system calls and all crashes.
@Suite struct FaultTests {
    private let visitor = Visitor.numbered(1)
    private var files: VisitorFiles { VisitorFiles(visitor) }

    /// Returns a store with three favourites of the visitor.
    private func prepare(
        _ recorder: FaultRecorder, log: Log = Log()
    ) async throws -> (FileStore, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, log: log.add, system: recorder.system)
        for id in 0..<3 { try await store.add(.example(id + 1, after: Double(id)), for: visitor) }
        return (store, folder)
    }

    /// Returns the store's favourites, and expects the same ones after a restart.
    private func state(_ store: FileStore, _ folder: TemporaryFolder) async throws -> [Hero.ID] {
        let heroes = try await store.favourites(of: visitor).list.map(\.id)
        #expect(try await folder.heroesInCopy(of: visitor) == heroes)
        return heroes
    }

    @Test("a change that fails before the renames is unavailable, a later failure is unconfirmed")
    func unconfirmed() async throws {
        for step in ["fsync \(files.spare)", "rename \(files.current) \(files.previous)", "fsync \(files.folder)"] {
            let recorder = FaultRecorder()
            let (store, _folder) = try await prepare(recorder)
            defer { withExtendedLifetime(_folder) {} }
            recorder.start { _, call in call == step ? EIO : nil }
            let error = await #expect(throws: FavouritesError.self) {
                try await store.add(.example(9, after: 9), for: visitor)
            }
            let reason = "\(step): Input/output error"
            let isLate = step != "fsync \(files.spare)"
            #expect(error == (isLate ? .unconfirmed(reason) : .unavailable(reason)))
            #expect(try await store.favourites(of: visitor).list.map(\.id) == [3, 2, 1])
        }
    }

    @Test("a failed change that cannot be undone is logged and leaves the favourites readable")
    func doubleFailure() async throws {
        let (recorder, log) = (FaultRecorder(), Log())
        let (store, folder) = try await prepare(recorder, log: log)
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

    @Test("a change is durable before it is acknowledged: fsync of the file, renames, fsync of the folder")
    func order() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(recorder)
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

    @Test("forgetting removes the previous list durably before the current one")
    func forgetOrder() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(recorder)
        recorder.start()
        try await store.forget(visitor)
        let (spare, current, previous) = (files.spare, files.current, files.previous)
        #expect(
            recorder.stop().drop { !$0.hasPrefix("unlink") } == [
                "unlink \(previous)", "fsync \(files.folder)", "rename \(current) \(spare)", "fsync \(files.folder)",
                "unlink \(spare)",
            ])
        withExtendedLifetime(folder) {}
    }

    @Test("a process syncs the renames of an earlier one, or of a failed change, before it overwrites a file")
    func unsyncedRenames() async throws {
        let recorder = FaultRecorder()
        let folder = try await prepare(recorder).1
        let store = try FileStore(folder: folder.path, system: recorder.system)
        let sync = "fsync \(files.folder)"
        let isOverwritten = { (call: String) in call.hasPrefix("rename") || call.hasPrefix("write") }
        recorder.start { _, call in call.hasPrefix("rename \(files.spare)") ? EIO : nil }
        #expect(await !succeeds { try await store.add(.example(9), for: visitor) })
        #expect(recorder.stop().prefix { !isOverwritten($0) }.contains(sync))
        recorder.start()
        try await store.add(.example(9), for: visitor)
        #expect(recorder.stop().prefix { !isOverwritten($0) }.contains(sync))
        recorder.start()
        try await store.remove(9, for: visitor)
        #expect(!recorder.stop().prefix { !isOverwritten($0) }.contains(sync))
    }

    @Test("nothing to remove is answered only after a failed change cannot come back")
    func failedFirstChange() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try FileStore(folder: folder.path, system: recorder.system)
        let sync = "fsync \(files.folder)"
        recorder.start { _, call in call.hasPrefix("rename") ? EIO : nil }
        #expect(await !succeeds { try await store.add(.example(9), for: visitor) })
        recorder.start()
        try await store.remove(9, for: visitor)
        #expect(recorder.stop().contains(sync))
    }

    @Test("an interrupted fsync fails, any other interrupted call is repeated")
    func interrupted() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(recorder)
        recorder.start { _, call in call.hasPrefix("fsync") ? nil : EINTR }
        try await store.add(.example(9, after: 9), for: visitor)
        recorder.start { _, call in call.hasPrefix("fsync") ? EINTR : nil }
        #expect(await !succeeds { try await store.add(.example(10, after: 10), for: visitor) })
        _ = recorder.stop()
        #expect(try await state(store, folder) == [9, 3, 2, 1])
    }

    @Test("a visitor can be forgotten on a full disk")
    func fullDisk() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(recorder)
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
