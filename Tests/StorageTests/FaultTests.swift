import Glibc
import Heroes
import Support
import Testing

@testable import Storage

/// What one change of a visitor's favourites does to them.
struct FaultyChange: Sendable, CustomTestStringConvertible {
    let name: String
    /// How many favourites are there before.
    let before: Int
    let after: [Hero.ID]
    let make: @Sendable (FileStore, Visitor) async throws -> Void

    var testDescription: String { name }

    static let all = [
        FaultyChange(name: "the first favourite ever", before: 0, after: [9]) {
            try await $0.add(.example(9, after: 9), for: $1)
        },
        FaultyChange(name: "the second favourite", before: 1, after: [9, 1]) {
            try await $0.add(.example(9, after: 9), for: $1)
        },
        FaultyChange(name: "one favourite more", before: 3, after: [9, 3, 2, 1]) {
            try await $0.add(.example(9, after: 9), for: $1)
        },
        FaultyChange(name: "one favourite more of a known visitor", before: 2, after: [9, 2, 1]) {
            _ = try await $0.add([.example(9, after: 9)], forKnown: $1)
        },
        FaultyChange(name: "one favourite less", before: 3, after: [3, 1]) { try await $0.remove(2, for: $1) },
        FaultyChange(name: "the last favourite less", before: 1, after: []) { try await $0.remove(1, for: $1) },
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

    private func prepare(_ change: FaultyChange, _ recorder: FaultRecorder) async throws -> (FileStore, TemporaryFolder)
    {
        let folder = try TemporaryFolder()
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        for id in 0..<change.before { try await store.add(.example(id + 1, after: Double(id)), for: visitor) }
        return (store, folder)
    }

    /// Files that are not as they were written.
    private func halfWritten(_ folder: TemporaryFolder) throws -> [String] {
        try folder.files().filter { name in
            guard case .list = FavouritesFormat.decode(try folder.read(name)) else { return true }
            return false
        }
    }

    /// The favourites as the store tells them and as one finds them that has never read them before.
    private func state(_ store: FileStore, _ folder: TemporaryFolder) async throws -> [Hero.ID] {
        let told = try await store.favourites(of: visitor).map(\.id)
        let fresh = try FileStore(folder: folder.path, operations: FileOperations())
        #expect(try await fresh.favourites(of: visitor).map(\.id) == told)
        return told
    }

    @Test(
        "whichever call fails, the old state stands and later changes work", arguments: FaultyChange.all, [true, false])
    func everyCall(change: FaultyChange, canExchange: Bool) async throws {
        for number in 1... {
            let recorder = FaultRecorder(canExchange: canExchange)
            let (store, folder) = try await prepare(change, recorder)
            let old = try await state(store, folder)
            let code = Self.codes[number % Self.codes.count]
            recorder.start { call, _ in call == number ? .fail(code) : .proceed }
            let isMade = await succeeds { try await change.make(store, visitor) }
            let calls = recorder.stop()
            let new = try await state(store, folder)
            #expect(new == (isMade ? change.after : old), "\(change.name), call \(number) of \(calls): \(old) → \(new)")
            try await store.add(.example(20, after: 20), for: visitor)
            #expect(try await state(store, folder) == [20] + new)
            if calls.count < number { return }
        }
    }

    @Test(
        "whichever call is the last before a crash, what was acknowledged is there", arguments: FaultyChange.all,
        [true, false])
    func everyCrash(change: FaultyChange, canExchange: Bool) async throws {
        for number in 1... {
            let recorder = FaultRecorder(canExchange: canExchange)
            let (old, isMade, folder) = try await crash(change, recorder, at: number)
            let isOver = recorder.stop().count < number
            let restarted = try await FileStore.restarted(folder)
            let found = try await restarted.favourites(of: visitor).map(\.id)
            #expect(isMade ? found == change.after : found == old || found == change.after, "\(number): \(found)")
            #expect(try halfWritten(folder) == [])
            try await restarted.add(.example(20, after: 20), for: visitor)
            #expect(try await state(restarted, folder) == [20] + found)
            if isOver { return }
        }
    }

    /// What a store that fails from that call on until its end finds before, whether it says that it has made the change,
    /// and what it leaves behind.
    private func crash(
        _ change: FaultyChange, _ recorder: FaultRecorder, at number: Int
    ) async throws -> (old: [Hero.ID], isMade: Bool, folder: TemporaryFolder) {
        let (store, folder) = try await prepare(change, recorder)
        // So that there are notes, whichever the first change is.
        try await store.add(.example(1), for: .numbered(2))
        let old = try await state(store, folder)
        recorder.start { call, _ in call >= number ? .fail(EIO) : .proceed }
        return (old, await succeeds { try await change.make(store, visitor) }, folder)
    }

    @Test(
        "whichever call of a read fails, the favourites are right or an error, and the next one works",
        arguments: [false, true], [false, true])
    func everyRead(isCached: Bool, isAtOnce: Bool) async throws {
        var failures = 0
        for number in 1... {
            let recorder = FaultRecorder()
            let (writer, folder) = try await prepare(FaultyChange.all[2], recorder)
            let store = isCached ? writer : try FileStore(folder: folder.path, operations: recorder.operations)
            // The file of marks is opened by the first who waits.
            _ = try await store.kept(by: .numbered(9))
            recorder.start { count, call in
                if case .openAtOnce = call, !isAtOnce { return .fail(EAGAIN) }
                return count == number ? .fail(EMFILE) : .proceed
            }
            let isRead = await succeeds {
                let found = try await store.favourites(of: visitor).map(\.id)
                #expect(found == [3, 2, 1])
            }
            let isOver = recorder.stop().count < number
            if !isRead { failures += 1 }
            #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
            if isOver { break }
        }
        // Its folder, the file, and three calls to read it. The marks hinder nothing, a file whose status cannot be had is
        // read, and what cannot be had at once can be had so.
        #expect(failures == (isAtOnce || isCached ? 0 : 5))
    }

    @Test("a change is on the disk before it is acknowledged: file, name, folder, in this order")
    func order() async throws {
        let recorder = FaultRecorder()
        let (store, _folder) = try await prepare(FaultyChange.all[2], recorder)
        defer { withExtendedLifetime(_folder) {} }
        recorder.start()
        try await store.add(.example(9), for: visitor)
        let file = VisitorFile(visitor)
        let calls = recorder.stop().drop { $0 != .note }
        #expect(
            Array(calls) == [
                .note, .reuse(file.spare), .reuse(file.spare), .write, .truncate, .setTime, .setTime,
                .sync(file.spare),
                .exchange(file.spare, file.previous), .exchange(file.previous, file.current), .sync(file.folder),
                .status("\(store.folder)/\(ChangeMarks.name)"),
            ])
    }

    @Test(
        "where names cannot be exchanged the old file gives way before the new one comes", arguments: [EINVAL, ENOSYS])
    func orderOfRenames(code: Int32) async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[2], recorder)
        recorder.start { _, call in
            if case .exchange = call { .fail(code) } else { .proceed }
        }
        try await store.add(.example(9, after: 9), for: visitor)
        let file = VisitorFile(visitor)
        let calls = recorder.stop().drop { $0 != .sync(file.spare) }.dropFirst()
        #expect(
            Array(calls) == [
                .exchange(file.spare, file.previous), .kind(file.previous),
                .rename(file.current, to: file.previous), .rename(file.spare, to: file.current), .sync(file.folder),
                .status("\(store.folder)/\(ChangeMarks.name)"),
            ])
        #expect(try await state(store, folder) == [9, 3, 2, 1])
        #expect(try previous(folder) == [3, 2, 1])
    }

    /// What the visitor’s previous file holds.
    private func previous(_ folder: TemporaryFolder) throws -> [Hero.ID] {
        let file = VisitorFile(visitor)
        guard case .list(let list) = FavouritesFormat.decode(try folder.read("\(file.folder)/\(file.previous)")) else {
            return []
        }
        return list.favourites.map(\.id)
    }

    @Test("new folders are on the disk before anything in them is acknowledged")
    func folders() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[0], recorder)
        recorder.start()
        try await store.add(.example(9), for: visitor)
        let file = VisitorFile(visitor)
        let outer = "\(folder.path)/\(file.outerFolder)"
        let calls = recorder.stop().filter { call in
            switch call {
            case .makeFolder, .sync: true
            default: false
            }
        }
        #expect(
            calls == [
                .makeFolder(outer), .sync(folder.path), .makeFolder("\(folder.path)/\(file.folder)"), .sync(outer),
                .makeFolder("\(folder.path)/\(WritingNotes.folder)"), .sync(folder.path), .sync(file.spare),
                .sync(file.folder),
            ])
    }

    @Test("a new folder that could not be synced is made and synced again")
    func unsyncedFolder() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[0], recorder)
        recorder.start { _, call in call == .sync(folder.path) ? .fail(EIO) : .proceed }
        #expect(await !succeeds { try await store.add(.example(9), for: visitor) })
        recorder.start()
        try await store.add(.example(9), for: visitor)
        #expect(recorder.stop().contains(.sync(folder.path)))
    }

    @Test("a write that takes only a part of the bytes is gone on with")
    func shortWrites() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[2], recorder)
        recorder.start { _, call in call == .write ? .shorten : .proceed }
        try await store.add(.example(9, after: 9), for: visitor)
        #expect(recorder.stop().count { $0 == .write } > 5)
        #expect(try await state(store, folder) == [9, 3, 2, 1])
    }

    @Test("whichever write is cut short before the disk is full, the old state stands", arguments: FaultyChange.all)
    func shortThenFull(change: FaultyChange) async throws {
        for number in 1... {
            let recorder = FaultRecorder()
            let (store, folder) = try await prepare(change, recorder)
            let old = try await state(store, folder)
            recorder.start { call, operation in
                call == number && operation == .write
                    ? .shorten : call > number && operation == .write ? .fail(ENOSPC) : .proceed
            }
            let isMade = await succeeds { try await change.make(store, visitor) }
            let calls = recorder.stop()
            #expect(try await state(store, folder) == (isMade ? change.after : old))
            #expect(try halfWritten(folder) == [])
            try await store.add(.example(20, after: 20), for: visitor)
            if calls.count < number { return }
        }
    }

    @Test("a sync that fails is not tried again: the next change writes a new file")
    func noSecondSync() async throws {
        let recorder = FaultRecorder()
        let (store, folder) = try await prepare(FaultyChange.all[2], recorder)
        let file = VisitorFile(visitor)
        recorder.start { _, call in call == .sync(file.spare) ? .fail(EIO) : .proceed }
        #expect(await !succeeds { try await store.add(.example(9), for: visitor) })
        let calls = recorder.stop()
        #expect(calls.count { $0 == .sync(file.spare) } == 1)
        #expect(!calls.contains(.exchange(file.spare, file.previous)))
        #expect(calls.last == .remove(file.spare))
        recorder.start()
        try await store.add(.example(9, after: 9), for: visitor)
        let again = recorder.stop()
        let made = try #require(again.firstIndex(of: .create(file.spare)))
        #expect(try made < #require(again.firstIndex(of: .sync(file.spare))))
        #expect(try await state(store, folder) == [9, 3, 2, 1])
    }

    @Test("a file that another process may not have synced is synced before it counts as kept")
    func foreignFile() async throws {
        let recorder = FaultRecorder()
        let (_writer, folder) = try await prepare(FaultyChange.all[2], recorder)
        defer { withExtendedLifetime(_writer) {} }
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        let file = VisitorFile(visitor)
        recorder.start()
        try await store.add(.example(1), for: visitor)
        #expect(recorder.stop().suffix(2) == [.sync(file.current), .sync(file.folder)])
        recorder.start()
        try await store.add(.example(1), for: visitor)
        #expect(!recorder.stop().contains(.sync(file.current)))
    }

    @Test("after a failed sync nothing counts as kept before another sync")
    func doubt() async throws {
        let recorder = FaultRecorder()
        let (store, _folder) = try await prepare(FaultyChange.all[2], recorder)
        defer { withExtendedLifetime(_folder) {} }
        let file = VisitorFile(visitor)
        recorder.start { _, call in call == .sync(file.folder) ? .fail(EIO) : .proceed }
        #expect(await !succeeds { try await store.add(.example(9), for: visitor) })
        #expect(await !succeeds { try await store.add(.example(1), for: visitor) })
        recorder.start()
        try await store.add(.example(1), for: visitor)
        #expect(recorder.stop().suffix(2) == [.sync(file.current), .sync(file.folder)])
    }

    private func succeeds(_ body: () async throws -> Void) async -> Bool {
        do {
            try await body()
            return true
        } catch {
            guard case .unavailable(let reason) = error as? FavouritesError, !reason.isEmpty else {
                Issue.record("\(error) is not what a fault looks like")
                return false
            }
            return false
        }
    }
}
