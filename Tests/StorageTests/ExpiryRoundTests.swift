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

    private func store(
        _ folder: TemporaryFolder, ahead hours: @escaping @Sendable () -> Int = { 0 }, _ log: Log = Log()
    ) throws -> FileStore {
        try FileStore(
            folder: folder.path, log: log.add,
            now: {
                var time = FileStore.clockReading()
                time.tv_sec += hours() * 60 * 60
                return time
            }, operations: FileOperations())
    }

    /// A whole round, the first or the next.
    private func whole(_ round: ExpiryRound = ExpiryRound(), by store: FileStore) -> ExpiryRound {
        var round = round
        repeat { round = store.step(round) } while !round.isOver
        return round
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

    /// Whose rounds they are that see a clock set far ahead.
    enum Rounds: CaseIterable {
        case ofOneStore, ofStoresStartedAnew, ofTwoStores
    }

    @Test(
        "a clock that is set far ahead removes nothing if it is put right within a day, whoever looks how often",
        arguments: Rounds.allCases)
    func clockAhead(rounds: Rounds) async throws {
        let (folder, hours, visitor) = (try TemporaryFolder(), Ahead(), Visitor.numbered(1))
        let first = try store(folder, ahead: hours.value)
        try await first.add(.example(1), for: visitor)
        var stores = [(first, whole(by: first))]
        if rounds == .ofTwoStores { stores.append((try store(folder, ahead: hours.value), ExpiryRound())) }
        let far = 500 * 24
        for (ahead, isKept) in (far..<far + 24).map({ ($0, true) }) + [(1, true), (2, true)]
            + (far..<far + 24).map({ ($0, true) }) + [(far + 24, false)]
        {
            hours.set(ahead)
            for number in stores.indices {
                if rounds == .ofStoresStartedAnew {
                    stores[number] = (try store(folder, ahead: hours.value), ExpiryRound())
                }
                stores[number].1 = whole(stores[number].1, by: stores[number].0)
            }
            #expect(try folder.files().isEmpty != isKept, "\(ahead) hours ahead")
        }
    }

    @Test("clocks that are set far ahead one after the other are not believed by each other")
    func clocksAhead() async throws {
        let (folder, hours) = (try TemporaryFolder(), Ahead())
        try await store(folder).add(.example(1), for: .numbered(1))
        _ = whole(by: try store(folder))
        for days in [500, 600, 550, 900] {
            hours.set(days * 24)
            for _ in 1...2 { _ = whole(by: try store(folder, ahead: hours.value)) }
            #expect(try folder.files().count == 1)
        }
    }

    @Test("a site that was off for two years removes what is too old a day after it is on again, and says so once")
    func longPause() throws {
        let (folder, hours, log) = (try TemporaryFolder(), Ahead(), Log())
        try fill(folder, "12/34", visitors: 3, days: 0)
        _ = whole(by: try store(folder))
        hours.set(730 * 24)
        let store = try store(folder, ahead: hours.value, log)
        var round = ExpiryRound()
        for _ in 0..<24 {
            round = whole(round, by: store)
            #expect(try folder.files().count == 6)
            hours.set(hours.value() + 1)
        }
        #expect(log.lines.count == 1 && log.lines[0].contains("730 days"), "\(log.lines)")
        round = whole(round, by: store)
        #expect(try folder.files() == [])
        #expect(log.lines.count == 2 && log.lines[1].hasPrefix("3 visitors"), "\(log.lines)")
        try fill(folder, "12/34", visitors: 1, days: 0)
        hours.set(hours.value() + 1)
        _ = whole(round, by: store)
        #expect(try folder.files() == [], "the clock is believed from then on")
    }

    @Test(
        "whatever the note of a clock that is not believed says, it hinders nothing for longer than a day",
        arguments: ["", "yesterday", "-9223372036854775808", "9223372036854775807", "0"])
    func noNote(text: String) throws {
        let (folder, hours) = (try TemporaryFolder(), Ahead())
        try fill(folder, "12/34", visitors: 1, days: 0)
        _ = whole(by: try store(folder))
        try folder.write(text.utf8, to: FileStore.doubtName)
        for hour in 500 * 24...501 * 24 {
            #expect(try folder.files().count == 2)
            hours.set(hour)
            _ = whole(by: try store(folder, ahead: hours.value))
        }
        #expect(try folder.files() == [])
    }

    @Test("a clock that is set far ahead in the middle of a round ends it")
    func clockAheadMeanwhile() async throws {
        let (folder, hours) = (try TemporaryFolder(), Ahead())
        for number in 10..<20 { try fill(folder, "12/\(number)", visitors: 10, days: 0) }
        let store = try store(folder, ahead: hours.value)
        var round = store.step(ExpiryRound())
        #expect(!round.isOver)
        hours.set(400 * 24)
        round = store.step(round)
        #expect(round.isOver)
        #expect(try folder.files().count == 200)
    }

    /// By how many hours a clock is wrong.
    private final class Ahead: Sendable {
        private let hours = Mutex(0)
        @Sendable func value() -> Int { hours.withLock { $0 } }
        func set(_ hours: Int) { self.hours.withLock { $0 = hours } }
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
