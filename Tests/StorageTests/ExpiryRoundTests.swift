import FoundationEssentials
import Glibc
import Heroes
import Support
import Synchronization
import Testing

@testable import Storage

@Suite struct ExpiryRoundTests {
    private static let day = 24 * 60 * 60

    /// Files of so many visitors in a folder, each looked at so many days ago.
    private func fill(_ folder: TemporaryFolder, _ path: String, visitors: Int, days: Int) throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/" + path, withIntermediateDirectories: true)
        let start = path.filter { $0 != "/" }
        for number in 0..<visitors {
            let digits = start + String(1000 + number)
            let file = try #require(VisitorFile(of: digits + String(repeating: "0", count: 64 - digits.count)))
            for name in [file.current, file.previous] {
                try folder.write([], to: "\(path)/\(name)")
                age("\(folder.path)/\(path)/\(name)", days)
            }
        }
    }

    private func age(_ path: String, _ days: Int) {
        var time = FileStore.clockReading()
        time.tv_sec -= days * Self.day
        utimensat(AT_FDCWD, path, [time, time], 0)
    }

    private func store(_ folder: TemporaryFolder, ahead days: @escaping @Sendable () -> Int = { 0 }) throws -> FileStore
    {
        try FileStore(
            folder: folder.path,
            now: {
                var time = FileStore.clockReading()
                time.tv_sec += days() * Self.day
                return time
            }, operations: FileOperations())
    }

    /// The seconds of each pause, and how many files there were at it.
    private func pauses(_ count: Int, _ store: FileStore, _ folder: TemporaryFolder) async throws -> [(Int64, Int)] {
        let pauses = Mutex<[(Int64, Int)]>([])
        struct Over: Error {}
        let task = FileStore.expireInTurn { pause in
            let files = try folder.files().count
            let isOver = pauses.withLock { pauses in
                pauses.append((pause.components.seconds, files))
                return pauses.count == count
            }
            if isOver { throw Over() }
        } _: {
            store
        }
        await #expect(throws: Over.self) { try await task.value }
        return pauses.withLock { $0 }
    }

    @Test("a small store is looked through in one step, then rests for an hour")
    func small() async throws {
        let folder = try TemporaryFolder()
        try fill(folder, "12/34", visitors: 3, days: 401)
        try fill(folder, "ff/ff", visitors: 4, days: 399)
        try fill(folder, "zz/00", visitors: 0, days: 401)
        let pauses = try await pauses(3, store(folder), folder)
        #expect(pauses.map(\.0) == [1, 3600, 3600])
        #expect(pauses.map(\.1) == [14, 8, 8])
    }

    @Test("however many visitors there are, a step looks at 32 or one folder's, and every folder has its turn")
    func pace() async throws {
        let folder = try TemporaryFolder()
        for number in 0..<64 {
            try fill(folder, "\(10 + number % 4)/\(10 + number)", visitors: 10, days: number % 2 == 0 ? 400 : 399)
        }
        let pauses = try await pauses(30, store(folder), folder)
        // Each folder is a look more than its ten visitors, so the third in a step is its last.
        #expect(pauses.firstIndex { $0.0 == 3600 } == 22)
        #expect(pauses[22...].allSatisfy { $0.1 == 640 })
        for (one, next) in zip(pauses, pauses.dropFirst()) { #expect(one.1 - next.1 <= 3 * 20) }
    }

    @Test("of a folder with very many that are too old a look removes a hundred visitors, and the next round the rest")
    func crowded() async throws {
        let folder = try TemporaryFolder()
        try fill(folder, "12/34", visitors: 250, days: 400)
        let pauses = try await pauses(6, store(folder), folder)
        #expect(pauses.map(\.1) == [500, 300, 300, 100, 100, 0])
    }

    @Test("a clock that is set far ahead removes nothing if it is put right within an hour", arguments: [false, true])
    func clockAhead(isRestarted: Bool) async throws {
        let (folder, days) = (try TemporaryFolder(), Ahead())
        let visitor = Visitor.numbered(1)
        var store = try store(folder, ahead: days.value)
        try await store.add(.example(1), for: visitor)
        var round = ExpiryRound()
        while !round.isOver { round = store.step(round) }
        for (ahead, isKept) in [(500, true), (0, true), (500, true), (500, false)] {
            days.set(ahead)
            if isRestarted { (store, round) = (try self.store(folder, ahead: days.value), ExpiryRound()) }
            repeat { round = store.step(round) } while !round.isOver
            #expect(try folder.files().isEmpty != isKept)
        }
    }

    @Test("a clock that is set far ahead in the middle of a round ends it")
    func clockAheadMeanwhile() async throws {
        let (folder, days) = (try TemporaryFolder(), Ahead())
        for number in 10..<20 { try fill(folder, "12/\(number)", visitors: 10, days: 0) }
        let store = try store(folder, ahead: days.value)
        var round = store.step(ExpiryRound())
        #expect(!round.isOver)
        days.set(400)
        round = store.step(round)
        #expect(round.isOver)
        #expect(try folder.files().count == 200)
    }

    /// By how many days a clock is wrong.
    private final class Ahead: Sendable {
        private let days = Mutex(0)
        @Sendable func value() -> Int { days.withLock { $0 } }
        func set(_ days: Int) { self.days.withLock { $0 = days } }
    }

    @Test("a store whose folder cannot be had removes nothing, and goes on when it can")
    func folderGone() async throws {
        let folder = try TemporaryFolder()
        try fill(folder, "12/34", visitors: 1, days: 401)
        let store = try store(folder)
        let away = folder.path + ".away"
        try FileManager.default.moveItem(atPath: folder.path, toPath: away)
        var round = store.step(ExpiryRound())
        #expect(round.isOver)
        try FileManager.default.moveItem(atPath: away, toPath: folder.path)
        #expect(try folder.files().count == 2)
        round = store.step(round)
        #expect(round.isOver)
        #expect(try folder.files() == [])
    }
}
