import Basics
import FoundationEssentials
import Glibc
import Heroes
import PostgreSQL
import Support
import Testing

@testable import Storage

/// A folder and a database with the visitors of a test.
private struct Stores {
    let folder: TemporaryFolder
    let schema: String
    let table: PostgresFavourites

    init() async throws {
        folder = try TemporaryFolder()
        schema = try await PostgresServer.shared().newSchema()
        let database = Database(try ConnectionSettings(schema), connectionCount: 4)
        try await database.waitUntilConnected(within: Wait.timeout)
        table = PostgresFavourites(database) { MonotonicTime(milliseconds: 0) }
    }

    /// Adds some heroes to each of these visitors' lists in the folder, with different times.
    func addToFolder(_ visitors: Range<UInt64>) async throws {
        let store = try FileStore(folder: folder.path, system: FileSystem())
        for number in visitors {
            for id in 0...Int(number % 4) {
                try await store.add(.example(id, after: Double(-id % 2)), for: .numbered(number))
            }
        }
    }

    /// Copies the folder into the database.
    func copyToTable(
        _ source: (any VisitorSource)? = nil, log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> FavouritesCopy.Report {
        let source = try source ?? FavouritesFolder(folder.path)
        return try await FavouritesCopy(from: source, to: table, pageSize: 7, onProblem: log).run()
    }

    func sql(_ text: String) async throws -> String { try await PostgresServer.shared().sql(text, schema) }
}

extension TemporaryFolder {
    /// Sets the modification time in seconds since 1970.
    fileprivate func setTime(_ seconds: Int, of name: String) throws {
        let date = Date(timeIntervalSince1970: Double(seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path + "/" + name)
    }
}

// `script/test --fast` alone leaves PostgreSQL out; a complete run, as in CI, never skips this suite.
@Suite("Copying favourites from a folder into PostgreSQL", .timeLimit(.minutes(5)))
struct CopyTests {
    private let visitor = Visitor.numbered(1)
    private var files: VisitorFiles { VisitorFiles(visitor) }
    private var current: String { "\(files.folder)/\(files.current)" }
    private var previous: String { "\(files.folder)/\(files.previous)" }

    private func report(_ change: (inout FavouritesCopy.Report) -> Void) -> FavouritesCopy.Report {
        var report = FavouritesCopy.Report()
        report.isComplete = true
        change(&report)
        return report
    }

    @Test("lists, their order and their times are the same after a copy, and a repeated one writes nothing")
    func copied() async throws {
        let stores = try await Stores()
        try await stores.addToFolder(0..<60)
        #expect(try await stores.copyToTable() == report { $0.copied = 60 })
        let store = try FileStore(folder: stores.folder.path, system: FileSystem())
        for number in UInt64(0)..<60 {
            let list = try await stores.table.favourites(of: .numbered(number)).list
            #expect(try await list == store.favourites(of: .numbered(number)).list)
            #expect(list.count == number % 4 + 1)
        }
        let versions = try await stores.sql("SELECT xmin FROM visitor ORDER BY id")
        #expect(try await stores.copyToTable() == report { $0.upToDate = 60 })
        #expect(try await stores.sql("SELECT xmin FROM visitor ORDER BY id") == versions)
    }

    @Test("a newer list of the target stays, an older one is replaced")
    func newer() async throws {
        let stores = try await Stores()
        try await stores.addToFolder(0..<3)
        _ = try await stores.copyToTable()
        try await stores.table.add(.example(50), for: visitor)
        #expect(try await stores.copyToTable() == report { $0.upToDate = 3 })
        #expect(try await stores.table.favourites(of: visitor).ids.contains(50))
        try stores.folder.setTime(time(nil) + 60, of: current)
        #expect(try await stores.copyToTable() == report { ($0.copied, $0.upToDate) = (1, 2) })
        #expect(try await stores.sql("SELECT count(*) FROM visitor WHERE list LIKE '%\"id\":50,%'") == "0")
    }

    @Test("for a damaged file the previous one is copied, and without one the visitor is skipped and named")
    func damaged() async throws {
        let stores = try await Stores()
        try await stores.addToFolder(0..<9)
        try stores.folder.write("torn".utf8, to: current)
        let other = VisitorFiles(.numbered(4))
        try stores.folder.write("torn".utf8, to: "\(other.folder)/\(other.current)")
        let lost = VisitorFiles(.numbered(7))
        let name = "\(lost.folder)/\(lost.current)"
        try FileManager.default.moveItem(
            atPath: stores.folder.path + "/" + name, toPath: stores.folder.path + "/" + VisitorFiles.damaged(name))
        try stores.folder.write("torn".utf8, to: "\(lost.folder)/\(lost.previous)")
        let before = try stores.folder.files()
        let log = Log()
        let copied = try await stores.copyToTable(log: log.add)
        #expect(copied == report { ($0.copied, $0.damaged, $0.missing) = (7, 3, 2) })
        #expect(try await stores.table.favourites(of: visitor).list.map(\.id) == [0])
        #expect(try await stores.sql("SELECT count(*) FROM visitor") == "7")
        #expect(log.lines.count == 3)
        for name in [files.current, other.current, lost.current] {
            #expect(log.lines.contains { $0.contains(name) && $0.contains("damaged") })
        }
        #expect(try stores.folder.files() == before)
    }

    @Test("an interrupted copy finishes its page, and a repeated one copies the others")
    func interrupted() async throws {
        let stores = try await Stores()
        try await stores.addToFolder(0..<40)
        let source = CancellingSource(folder: try FavouritesFolder(stores.folder.path))
        let first = try await Task { try await stores.copyToTable(source) }.value
        #expect(!first.isComplete)
        #expect((14..<40).contains(first.copied))
        #expect(try await stores.sql("SELECT count(*) FROM visitor") == "\(first.copied)")
        let second = try await stores.copyToTable()
        #expect(second == report { ($0.copied, $0.upToDate) = (40 - first.copied, first.copied) })
    }

    @Test("the time of the last visit is copied, but not one from before the clock was set")
    func lastVisit() async throws {
        let stores = try await Stores()
        try await stores.addToFolder(1..<4)
        let now = time(nil)
        try stores.folder.setTime(now - 300 * FileStore.day, of: current)
        for (number, seconds) in [(2, 1_000), (3, now + 90 * FileStore.day)] {
            let files = VisitorFiles(.numbered(UInt64(number)))
            try stores.folder.setTime(seconds, of: "\(files.folder)/\(files.current)")
        }
        _ = try await stores.copyToTable()
        let days = "SELECT CURRENT_DATE - last_seen FROM visitor ORDER BY 1"
        #expect(["0\n0\n300", "0\n0\n301"].contains(try await stores.sql(days)))
    }

    @Test("another list with the same time is replaced, and one that the target does not store as it was is named")
    func different() async throws {
        let stores = try await Stores()
        try await stores.addToFolder(1..<3)
        _ = try await stores.copyToTable()
        let lists = "SELECT encode(list, 'hex') FROM visitor ORDER BY id"
        let before = try await stores.sql(lists)
        let confusion = "UPDATE visitor SET list = (SELECT list FROM visitor ORDER BY id LIMIT 1)"
        _ = try await stores.sql(confusion)
        #expect(try await stores.copyToTable() == report { ($0.copied, $0.upToDate) = (1, 1) })
        #expect(try await stores.sql(lists) == before)
        _ = try await stores.sql(
            """
            DELETE FROM visitor;
            CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
              'BEGIN NEW.list = NEW.list || ''\\x20''::bytea; RETURN NEW; END';
            CREATE TRIGGER spoil BEFORE INSERT ON visitor FOR EACH ROW EXECUTE FUNCTION spoil()
            """)
        let log = Log()
        #expect(try await stores.copyToTable(log: log.add) == report { $0.different = 2 })
        #expect(log.lines.count == 2)
        #expect(log.lines.allSatisfy { $0.contains("another list in the target") })
    }

    @Test("a folder in which a store changes files is copied without damage")
    func inUse() async throws {
        let stores = try await Stores()
        let store = try FileStore(folder: stores.folder.path, system: FileSystem())
        try await store.add(.example(0), for: visitor)
        let changes = Task {
            var id = 0
            while !Task.isCancelled {
                id += 1
                try await store.add(.example(id), for: visitor)
                try await store.remove(id - 1, for: visitor)
            }
        }
        let log = Log()
        for _ in 0..<50 {
            let copied = try await stores.copyToTable(log: log.add)
            #expect(copied.copied + copied.upToDate == 1)
        }
        changes.cancel()
        try await changes.value
        _ = try await stores.copyToTable()
        #expect(log.lines == [])
        #expect(try await stores.table.favourites(of: visitor).list == store.favourites(of: visitor).list)
    }
}

/// A folder whose third page cancels the task that reads it.
private struct CancellingSource: VisitorSource {
    let folder: FavouritesFolder
    private let count = Locked(0)

    init(folder: FavouritesFolder) { self.folder = folder }

    func page(after id: [UInt8], limit: Int) async throws(FavouritesError) -> VisitorPage {
        if count.withLock({
            $0 += 1; return $0
        }) == 3 {
            withUnsafeCurrentTask { $0?.cancel() }
        }
        return try await folder.page(after: id, limit: limit)
    }
}
