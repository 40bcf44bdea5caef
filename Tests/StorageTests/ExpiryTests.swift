import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

@Suite struct ExpiryTests {
    private static let day = 24 * 60 * 60
    private let visitor = Visitor.numbered(1)
    private var file: VisitorFile { VisitorFile(visitor) }

    /// Real time and what a test has added to it.
    private final class Clock: Sendable {
        private let ahead = Mutex(0)
        @Sendable func now() -> timespec {
            var now = FileStore.clockReading()
            now.tv_sec += ahead.withLock { $0 }
            return now
        }
        func advance(by seconds: Int) { ahead.withLock { $0 += seconds } }
    }

    private func store(_ folder: TemporaryFolder, _ clock: Clock, _ log: Log = Log()) throws -> FileStore {
        try FileStore(folder: folder.path, log: log.add, now: clock.now, operations: FileOperations())
    }

    @Test("favourites that nobody looks at for 400 days are removed, and not a day before")
    func removal() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let store = try store(folder, clock)
        for id in 1...2 { try await store.add(.example(id), for: visitor) }
        clock.advance(by: 399 * Self.day)
        store.removeExpired(in: file.folder)
        #expect(try folder.files().count == 2)
        clock.advance(by: Self.day)
        store.removeExpired(in: "00/00")
        #expect(try folder.files().count == 2)
        store.removeExpired(in: file.folder)
        #expect(try folder.files() == [])
        #expect(try await !store.add([], forKnown: visitor))
        #expect(try await store.favourites(of: visitor) == [])
    }

    @Test("what is too old is removed also while every writer is writing")
    func removalWhileWriting() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let store = try store(folder, clock)
        try await store.add(.example(1), for: visitor)
        clock.advance(by: 400 * Self.day)
        // As many as the store has writers.
        let notes = try store.writingNotes()
        let lines = try (2...3).map { try notes.begin(VisitorFile(.numbered($0))) }
        store.removeExpired(in: file.folder)
        #expect(try folder.files() == [])
        for line in lines { notes.end(line) }
    }

    @Test("a look at the favourites keeps them, and is noted once a day", arguments: [false, true])
    func touched(isCached: Bool) async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let recorder = FaultRecorder()
        let writer = try store(folder, clock)
        try await writer.add(.example(1), for: visitor)
        let store = try FileStore(folder: folder.path, now: clock.now, operations: recorder.operations)
        if isCached { #expect(try await store.favourites(of: visitor) == [.example(1)]) }
        clock.advance(by: 399 * Self.day)
        recorder.start()
        for _ in 1...3 { #expect(try await store.favourites(of: visitor) == [.example(1)]) }
        // One call sets the time, the other tells what it is now.
        #expect(recorder.stop().count { $0 == .setTime } == 2)
        clock.advance(by: 399 * Self.day)
        store.removeExpired(in: file.folder)
        #expect(try await store.favourites(of: visitor) == [.example(1)])
    }

    @Test("the spare file of who was here within a day stays, and goes after it")
    func spare() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let store = try store(folder, clock)
        for id in 1...3 { try await store.add(.example(id), for: visitor) }
        let left = [file.current, file.previous].map { "\(file.folder)/\($0)" }.sorted()
        clock.advance(by: Self.day - 60)
        store.removeExpired(in: file.folder)
        #expect(try folder.files() == (left + ["\(file.folder)/\(file.spare)"]).sorted())
        clock.advance(by: 60)
        store.removeExpired(in: file.folder)
        #expect(try folder.files() == left)
        #expect(try await store.favourites(of: visitor).count == 3)
    }

    @Test(
        "a round removes what a crash left half written, but nothing that is being written", arguments: [true, false])
    func leftovers(wasHere: Bool) async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let store = try store(folder, clock)
        try await store.add(.example(1), for: visitor)
        if wasHere {
            clock.advance(by: Self.day)
        } else {
            try await store.forget(visitor)
        }
        let new = "\(file.folder)/\(file.spare)"
        try folder.write("half".utf8, to: new)
        func look(holding lock: borrowing Descriptor) { store.removeExpired(in: file.folder) }
        look(holding: try store.lock(file))
        #expect(try folder.files().contains(new))
        store.removeExpired(in: file.folder)
        #expect(try folder.files() == (wasHere ? ["\(file.folder)/\(file.current)"] : []))
        #expect(try await store.favourites(of: visitor) == (wasHere ? [.example(1)] : []))
    }

    @Test("a clock that goes back, or far ahead and back, removes nothing that is used")
    func clockBack() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let store = try store(folder, clock)
        try await store.add(.example(1), for: visitor)
        for days in [-300, 500, -900, 700] {
            clock.advance(by: days * Self.day)
            // Who comes by before the round does has their file kept.
            let kept = try await store.favourites(of: visitor)
            store.removeExpired(in: file.folder)
            #expect(kept == [.example(1)])
            try await store.add(.example(2, after: 60), for: visitor)
            #expect(try await store.favourites(of: visitor) == [.example(2, after: 60), .example(1)])
            try await store.remove(2, for: visitor)
        }
        #expect(try await FileStore(folder: folder.path).favourites(of: visitor) == [.example(1)])
    }

    @Test("who comes back while the old files are being removed keeps them")
    func race() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let writer = try store(folder, clock)
        try await writer.add(.example(1), for: visitor)
        clock.advance(by: 400 * Self.day)
        let path = folder.path + "/" + file.folder + "/" + file.current
        let operations = FileOperations(intercept: { call in
            if call == .openLock {
                let now = clock.now()
                utimensat(AT_FDCWD, path, [now, now], 0)
            }
            return .proceed
        })
        let store = try FileStore(folder: folder.path, now: clock.now, operations: operations)
        store.removeExpired(in: file.folder)
        #expect(try await store.favourites(of: visitor) == [.example(1)])
    }

    @Test("what is not the store's stays, a damaged file goes with time, too")
    func others() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let store = try store(folder, clock)
        try await store.add(.example(1), for: visitor)
        try folder.write("note".utf8, to: "\(file.folder)/README")
        try folder.write("torn".utf8, to: "\(file.folder)/\(VisitorFile.damaged(file.current))")
        clock.advance(by: 400 * Self.day)
        store.removeExpired(in: file.folder)
        #expect(try folder.files() == ["\(file.folder)/README"])
    }

    @Test("a folder that cannot be written in is read all the same")
    func readOnly() async throws {
        let (folder, clock, log) = (try TemporaryFolder(), Clock(), Log())
        let writer = try store(folder, clock)
        try await writer.add(.example(1), for: visitor)
        clock.advance(by: 500 * Self.day)
        let operations = FileOperations(intercept: { $0 == .openLock ? .fail(EROFS) : .proceed })
        let store = try FileStore(folder: folder.path, log: log.add, now: clock.now, operations: operations)
        #expect(try await store.favourites(of: visitor) == [.example(1)])
        store.removeExpired(in: file.folder)
        #expect(try await store.favourites(of: visitor) == [.example(1)])
        #expect(log.lines.count == 3)
    }

    @Test("what was acknowledged without a write is not too old a moment later", arguments: [0, 1, 2])
    func acknowledgedThenExpired(which: Int) async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let store = try store(folder, clock)
        try await store.add(.example(1), for: visitor)
        clock.advance(by: 400 * Self.day)
        switch which {
        case 0: try await store.add(.example(1), for: visitor)
        case 1: #expect(try await store.add([.example(1)], forKnown: visitor))
        default: try await store.remove(2, for: visitor)
        }
        store.removeExpired(in: file.folder)
        #expect(try await store.favourites(of: visitor).map(\.id) == [1])
    }

    @Test(
        "what was acknowledged without a write is not too old after the power has failed", arguments: [false, true],
        [false, true])
    func acknowledgedThenPowerless(isRead: Bool, isFresh: Bool) async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let writer = try store(folder, clock)
        try await writer.add(.example(1), for: visitor)
        let path = "\(folder.path)/\(file.folder)/\(file.current)"
        var status = stat()
        try #require(stat(path, &status) == 0)
        let lasting = Mutex((status.st_mtim.tv_sec, status.st_mtim.tv_nsec))
        let operations = FileOperations { [file] call in
            var status = stat()
            if call == .sync(file.current), stat(path, &status) == 0 {
                lasting.withLock { $0 = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec) }
            }
            return .proceed
        }
        let store = try FileStore(folder: folder.path, now: clock.now, operations: operations)
        if !isFresh { try await store.add(.example(1), for: visitor) }
        clock.advance(by: 400 * Self.day)
        if isRead { _ = try await store.kept(by: visitor) }
        try await store.add(.example(1), for: visitor)
        let time = lasting.withLock { timespec(tv_sec: $0.0, tv_nsec: $0.1) }
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
        writer.removeExpired(in: file.folder)
        #expect(try await writer.favourites(of: visitor).map(\.id) == [1])
    }

    @Test("favourites from the previous copy that are looked at every day are kept as well")
    func previousTouched() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let store = try store(folder, clock)
        for id in 1...2 { try await store.add(.example(id, after: Double(id)), for: visitor) }
        try folder.write("garbage".utf8, to: "\(file.folder)/\(file.current)")
        for _ in 1...401 {
            #expect(try await store.favourites(of: visitor).map(\.id) == [1])
            clock.advance(by: Self.day)
        }
        store.removeExpired(in: file.folder)
        #expect(try await store.favourites(of: visitor).map(\.id) == [1])
    }

    @Test("favourites kept while the clock stood at 1970 are not too old when it is set")
    func noClock() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        let boot = FileStore.clockReading().tv_sec - 3600
        clock.advance(by: -boot)
        let store = try store(folder, clock)
        try await store.add(.example(1), for: visitor)
        clock.advance(by: boot)
        store.removeExpired(in: file.folder)
        #expect(try await store.favourites(of: visitor).map(\.id) == [1])
    }

    @Test("a time that no clock can have shown makes a file old, and ends nothing")
    func extremeTime() async throws {
        let (folder, clock) = (try TemporaryFolder(), Clock())
        var status = stat()
        for seconds in [Int.min, -1, 0] {
            status.st_mtim.tv_sec = seconds
            #expect(try store(folder, clock).isToBeTouched(FileIdentity(status)))
        }
        status.st_mtim.tv_sec = .max
        #expect(try !store(folder, clock).isToBeTouched(FileIdentity(status)))
    }
}
