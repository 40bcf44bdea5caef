import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

/// Changes that are refused when names have changed already: nobody may ever see them.
@Suite struct RefusedChangeTests {
    private let visitor = Visitor.numbered(1)
    private static let changes = FaultyChange.all

    private func prepare(
        _ change: FaultyChange, _ recorder: FaultRecorder, in folder: TemporaryFolder, _ log: Log = Log()
    ) async throws -> FileStore {
        let store = try FileStore(folder: folder.path, log: log.add, operations: recorder.operations)
        for id in 0..<change.before { try await store.add(.example(id + 1, after: Double(id)), for: visitor) }
        return store
    }

    private func found(_ folder: TemporaryFolder) async throws -> [Hero.ID] {
        let store = try FileStore(folder: folder.path, operations: FileOperations())
        return try await store.favourites(of: visitor).map(\.id)
    }

    private func isMade(_ change: FaultyChange, by store: FileStore) async -> Bool {
        do {
            try await change.make(store, visitor)
            return true
        } catch {
            return false
        }
    }

    @Test(
        "whichever call is the first of all to fail, the old state stands during the fault and after it",
        arguments: changes, [true, false])
    func everyCallOn(change: FaultyChange, canExchange: Bool) async throws {
        for number in 1... {
            let folder = try TemporaryFolder()
            let recorder = FaultRecorder(canExchange: canExchange)
            let store = try await prepare(change, recorder, in: folder)
            let old = try await found(folder)
            recorder.start { call, _ in call >= number ? .fail(EROFS) : .proceed }
            let isMade = await isMade(change, by: store)
            let state = isMade ? change.after : old
            if let seen = try? await store.favourites(of: visitor).map(\.id) { #expect(seen == state) }
            let calls = recorder.stop()
            #expect(try await store.favourites(of: visitor).map(\.id) == state, "call \(number) of \(calls)")
            #expect(try await found(folder) == state)
            try await store.add(.example(20, after: 20), for: visitor)
            #expect(try await found(folder) == [20] + state)
            if isMade { return }
        }
    }

    @Test(
        "whichever call does its work and fails all the same, the old state stands", arguments: changes, [true, false])
    func everyCallAfter(change: FaultyChange, canExchange: Bool) async throws {
        for number in 1... {
            let folder = try TemporaryFolder()
            let recorder = FaultRecorder(canExchange: canExchange)
            let store = try await prepare(change, recorder, in: folder)
            let old = try await found(folder)
            recorder.start { call, _ in call == number ? .failAfter(EIO) : .proceed }
            let isMade = await isMade(change, by: store)
            let calls = recorder.stop()
            let state = isMade ? change.after : old
            #expect(try await store.favourites(of: visitor).map(\.id) == state, "call \(number) of \(calls)")
            #expect(try await found(folder) == state)
            if calls.count < number { return }
        }
    }

    @Test(
        "a change that could not be taken back before the process ended is taken back at the next start",
        arguments: changes, [true, false])
    func restart(change: FaultyChange, canExchange: Bool) async throws {
        for number in 1... {
            let folder = try TemporaryFolder()
            let recorder = FaultRecorder(canExchange: canExchange)
            let old: [Hero.ID]
            let isRefused: Bool
            do {
                let store = try await prepare(change, recorder, in: folder)
                old = try await found(folder)
                // Notes are written without a call.
                recorder.start { call, kind in call >= number && kind != .note ? .fail(EROFS) : .proceed }
                isRefused = await !isMade(change, by: store)
            }
            let calls = recorder.stop()
            let restarted = try await FileStore.restarted(folder)
            #expect(
                try await restarted.favourites(of: visitor).map(\.id) == (isRefused ? old : change.after),
                "call \(number) of \(calls)")
            if !isRefused { return }
        }
    }

    /// A store that has refused to keep a fourth favourite and could not take that back, its folder and what makes it work
    /// again; the folder was not synced, or else the new file has not even become the current one. Where the change is not
    /// noted other processes know nothing of it.
    private func refusing(
        isCurrent: Bool = true, canExchange: Bool = true, isNoted: Bool = true, _ log: Log = Log()
    ) async throws -> (store: FileStore, folder: TemporaryFolder, recorder: FaultRecorder) {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder(canExchange: canExchange))
        let store = try await prepare(FaultyChange.all[2], recorder, in: folder, log)
        let file = VisitorFile(visitor)
        let isOver = Mutex(false)
        recorder.start { _, call in
            if call == (isCurrent ? .sync(file.folder) : .exchange(file.previous, file.current)) {
                isOver.withLock { $0 = true }
            }
            guard isOver.withLock({ $0 }) else { return .proceed }
            switch call {
            case .sync, .rename, .exchange, .remove, .create, .reuse, .write, .setTime: return .fail(EROFS)
            case .note: return isNoted ? .proceed : .fail(EIO)
            default: return .proceed
            }
        }
        #expect(await !isMade(FaultyChange.all[2], by: store))
        return (store, folder, recorder)
    }

    /// The store of another process.
    private func other(_ folder: TemporaryFolder) throws -> FileStore {
        try FileStore(folder: folder.path, operations: FileOperations())
    }

    @Test("while the disk can only be read from the old state is shown and no change accepted")
    func readOnly() async throws {
        let (store, folder, recorder) = try await refusing()
        #expect(try folder.files().count == 3, "there is nothing to be taken back")
        for _ in 1...2 {
            #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
            #expect(store.remembered(by: visitor) == nil)
        }
        await #expect(throws: FavouritesError.self) { try await store.remove(1, for: visitor) }
        await #expect(throws: FavouritesError.self) { try await store.add(.example(1), for: visitor) }
        await #expect(throws: FavouritesError.self) { try await store.forget(visitor) }
        _ = recorder.stop()
        #expect(try await store.remove([1], for: visitor).map(\.id) == [3, 2, 1])
        #expect(try await found(folder) == [3, 2])
    }

    @Test("where somebody has removed the visitor’s folder meanwhile, nothing is left to be taken back")
    func folderGone() async throws {
        let (store, folder, recorder) = try await refusing()
        _ = recorder.stop()
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(VisitorFile(visitor).folder)")
        #expect(try await store.favourites(of: visitor) == [])
        try await store.add(.example(7), for: visitor)
        #expect(try await found(folder) == [7])
    }

    @Test("the previous generation is what it was before, too")
    func previousGeneration() async throws {
        let (store, folder, recorder) = try await refusing()
        _ = recorder.stop()
        #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
        let file = VisitorFile(visitor)
        #expect(try folder.files() == [file.previous, file.current].map { "\(file.folder)/\($0)" })
        try folder.write("torn".utf8, to: "\(file.folder)/\(file.current)")
        #expect(try await found(folder) == [2, 1])
    }

    @Test("nothing is built on what another process has refused", arguments: [true, false], FaultyChange.all)
    func othersRefused(isLiving: Bool, change: FaultyChange) async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let other = try other(folder)
        _ = try await other.favourites(of: .numbered(2))
        var store: FileStore? = try await prepare(change, recorder, in: folder)
        let old = try await found(folder)
        let isOver = Mutex(false)
        recorder.start { _, call in
            if call == .sync(VisitorFile(visitor).folder) { isOver.withLock { $0 = true } }
            return isOver.withLock { $0 } && call != .note ? .fail(EIO) : .proceed
        }
        if let store { #expect(await !isMade(change, by: store)) }
        if !isLiving { store = nil }
        #expect(try await other.favourites(of: visitor).map(\.id) == old)
        try await other.add(.example(20, after: 20), for: visitor)
        #expect(try await other.favourites(of: visitor).map(\.id) == [20] + old)
        #expect(other.remembered(by: visitor) != nil)
        _ = recorder.stop()
        #expect(try await store?.favourites(of: visitor).map(\.id) ?? [20] + old == [20] + old)
        store = nil
        let next = try FileStore(folder: folder.path, operations: FileOperations())
        next.removeLeftovers()
        #expect(try await next.favourites(of: visitor).map(\.id) == [20] + old)
    }

    @Test("what another process has kept since is not taken back")
    func othersSince() async throws {
        for changes in 1...4 {
            let (store, folder, recorder) = try await refusing()
            let other = try FileStore(folder: folder.path, operations: FileOperations())
            let before = try await other.favourites(of: visitor).map(\.id)
            let new = Array(20..<20 + changes)
            for id in new { try await other.add(.example(id, after: Double(id)), for: visitor) }
            _ = recorder.stop()
            #expect(try await store.favourites(of: visitor).map(\.id) == new.reversed() + before)
            #expect(try await found(folder) == new.reversed() + before)
        }
    }

    @Test("what another process has acknowledged without a change is not taken back", arguments: [true, false])
    func othersAgree(isFirst: Bool) async throws {
        let (store, folder, recorder) = try await refusing(isNoted: false)
        let other = try other(folder)
        if isFirst { #expect(try await other.favourites(of: visitor).map(\.id) == [9, 3, 2, 1]) }
        try await other.add(.example(9), for: visitor)
        _ = recorder.stop()
        #expect(try await store.favourites(of: visitor).map(\.id) == [9, 3, 2, 1])
        #expect(try await other.favourites(of: visitor).map(\.id) == [9, 3, 2, 1])
        #expect(try await found(folder) == [9, 3, 2, 1])
    }

    @Test("the previous generation is what it was before also where another process has acknowledged the current one")
    func previousOfOther() async throws {
        let (store, folder, recorder) = try await refusing(isCurrent: false)
        try await other(folder).add(.example(1), for: visitor)
        _ = recorder.stop()
        #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
        try folder.write("torn".utf8, to: "\(VisitorFile(visitor).folder)/\(VisitorFile(visitor).current)")
        #expect(try await found(folder) == [2, 1])
    }

    @Test("what another process has acknowledged since is seen also as long as nothing can be taken back")
    func othersSeen() async throws {
        let log = Log()
        let (store, folder, recorder) = try await refusing(isNoted: false, log)
        let other = try other(folder)
        #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
        try await other.add(.example(20, after: 20), for: visitor)
        #expect(try await store.favourites(of: visitor).map(\.id) == [20, 9, 3, 2, 1])
        try await other.forget(visitor)
        for _ in 1...3 { #expect(try await store.favourites(of: visitor) == []) }
        _ = recorder.stop()
        #expect(try await store.favourites(of: visitor) == [])
        #expect(log.lines.count == 1, "\(log.lines)")
    }

    @Test("what a change that was never seen left is no reason for the next process not to show what counts")
    func neverSeen() async throws {
        let (folder, recorder): (TemporaryFolder, FaultRecorder)
        do { (_, folder, recorder) = try await refusing(isCurrent: false) }
        var next = try FileStore(folder: folder.path, operations: recorder.operations)
        // The one before may hold on to its notes for a moment.
        while next.refused.isEmpty { next = try FileStore(folder: folder.path, operations: recorder.operations) }
        #expect(try await next.favourites(of: visitor).map(\.id) == [3, 2, 1])
        await #expect(throws: FavouritesError.self) { try await next.add(.example(20, after: 20), for: visitor) }
        _ = recorder.stop()
        try await next.add(.example(20, after: 20), for: visitor)
        #expect(try await found(folder) == [20, 3, 2, 1])
    }

    @Test("that what was before is gone is told once")
    func goneForGood() async throws {
        let log = Log()
        let (store, folder, recorder) = try await refusing(log)
        for name in [VisitorFile(visitor).previous, VisitorFile(visitor).spare] {
            unlink("\(folder.path)/\(VisitorFile(visitor).folder)/\(name)")
        }
        for _ in 1...3 { _ = try await store.favourites(of: visitor) }
        _ = recorder.stop()
        for _ in 1...3 { #expect(try await store.favourites(of: visitor).map(\.id) == [9, 3, 2, 1]) }
        #expect(log.lines.count == 2 && log.lines[1].contains("is gone"), "\(log.lines)")
    }

    @Test(
        "a folder in the place of what is being written keeps no change from being taken back",
        arguments: [true, false])
    func spareFolder(canExchange: Bool) async throws {
        let (store, folder, recorder) = try await refusing(canExchange: canExchange)
        let file = VisitorFile(visitor)
        let path = "\(folder.path)/\(file.folder)/\(file.spare)"
        unlink(path)
        try Obstacle.fullFolder.put(at: path)
        _ = recorder.stop()
        #expect(try await store.favourites(of: visitor).map(\.id) == [3, 2, 1])
        try await store.add(.example(20, after: 20), for: visitor)
        #expect(try await found(folder) == [20, 3, 2, 1])
    }

    @Test("once it is taken back nothing of it is left in the notes")
    func cleared() async throws {
        let (store, folder, recorder) = try await refusing()
        let name = "\(WritingNotes.folder)/\(try #require(folder.notes().first))"
        let noted = WritingNotes.refused(in: try folder.read(name))
        #expect(noted.map(\.0) == [VisitorFile(visitor)])
        #expect(noted.first.flatMap { RefusedChange(noted: $0.1.noted) } == noted.first?.1)
        _ = recorder.stop()
        _ = try await store.favourites(of: visitor)
        #expect(WritingNotes.refused(in: try folder.read(name)).isEmpty)
    }

    @Test(
        "what is no note of a refused change is none",
        arguments: ["", " ", "1.2.3.4", "1.2.3.4.5.6", "1.2.3.4.x", "1.2.3.4.5 ", "1.2.3.4.5 1.2.3.4.5 1.2.3.4.5"])
    func noNote(text: String) { #expect(RefusedChange(noted: text) == nil) }

    @Test("of more visitors than there are lines for, those of the rest are taken back by the process itself")
    func tooMany() async throws {
        let (folder, recorder) = (try TemporaryFolder(), FaultRecorder())
        let store = try FileStore(folder: folder.path, operations: recorder.operations)
        let visitors = (1...5).map { Visitor.numbered($0) }
        for visitor in visitors { try await store.add(.example(1), for: visitor) }
        let folders = Set(visitors.map { VisitorFile($0).folder })
        let isOver = Mutex(false)
        recorder.start { _, call in
            if case .sync(let name) = call, folders.contains(name) { isOver.withLock { $0 = true } }
            return isOver.withLock { $0 } && call != .note ? .fail(EROFS) : .proceed
        }
        for visitor in visitors {
            await #expect(throws: FavouritesError.self) { try await store.add(.example(2), for: visitor) }
            isOver.withLock { $0 = false }
        }
        _ = recorder.stop()
        for visitor in visitors { #expect(try await store.favourites(of: visitor).map(\.id) == [1]) }
    }
}
