import Basics
import FoundationEssentials
import GRDB
import Glibc
import Heroes
import Support
import Testing

@testable import Caching

private struct Key: ResponseKey {
    let text: String
    var isIndexed = false
    var lifetime: Double { 3600 }
}

@Suite("Responses in a file") struct ResponseFileTests {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let events = Recorder<CacheEvent>()
    let calls = Recorder<String>()

    init() throws { folder = try TemporaryFolder() }

    private var path: String { "\(folder.path)/cache/source.sqlite" }

    private func file(byteLimit: Int = 1 << 30, at path: String? = nil) -> ResponseFile {
        ResponseFile(path: path ?? self.path, byteLimit: byteLimit) { [events] in events.add($0) }
    }

    /// Returns a cache over the file, as after a restart.
    private func cache(_ file: ResponseFile? = nil, memory: Int = 1 << 20) -> ResponseCache<Key, [String]> {
        ResponseCache(
            absenceLifetime: 600, staleLifetime: .infinity, byteLimit: memory, store: file ?? self.file(),
            now: { [clock] in clock.now }
        ) { [events] in events.add($0) }
    }

    /// Returns the response, with a call that yields `text` or fails with `error`.
    private func get(
        _ key: String, from cache: ResponseCache<Key, [String]>, calling text: String = "new", error: HeroError? = nil,
        mayCall: Bool = true
    ) async throws(HeroError) -> String? {
        let key = Key(text: key)
        let response = try await cache.response(to: key, mayCall: mayCall) { [calls] _ async throws(HeroError) in
            calls.add(key.text)
            if let error { throw error }
            return [text]
        }
        return response.value.first
    }

    /// Stores a response and stops.
    private func store(_ key: String = "hero 7", _ text: String = "old") async throws {
        let file = file()
        _ = try await get(key, from: cache(file), calling: text)
        await file.flush()
    }

    @Test("after a restart responses are read without a call, also by a prefetch")
    func restart() async throws {
        try await store("hero 7")
        try await store("Söhne & /..\0", "name")
        #expect(try await get("hero 7", from: cache(), mayCall: false) == "old")
        #expect(try await get("Söhne & /..\0", from: cache()) == "name")
        #expect(calls.all.count == 2)
        #expect(events.all.isEmpty)
    }

    @Test("a stored response is replaced by a later one, and by the absence of its object")
    func replaced() async throws {
        try await store()
        let results: [(error: HeroError?, text: String?)] = [(.timedOut("t"), "old"), (nil, "new"), (.notFound, nil)]
        for (error, text) in results {
            clock.advance(by: 30 * 86_400)
            let file = file()
            let cache = cache(file)
            #expect(try await get("hero 7", from: cache, error: error) != nil, "the stale response")
            await cache.waitUntilIdle()
            await file.flush()
            let restarted = self.cache()
            #expect((try? await get("hero 7", from: restarted, mayCall: false)) == text)
        }
        clock.advance(by: 600)
        #expect(try await get("hero 7", from: cache()) == "new", "the absence is believed for a while")
    }

    @Test("indexed responses are loaded without those of another type")
    func indexed() async throws {
        let file = file()
        let cache = cache(file)
        for number in 1...3 { cache.save(Key(text: "list \(number)", isIndexed: true), ["\(number)"]) }
        cache.save(Key(text: "hero 7"), ["7"])
        file.save([StoredResponse("other", isIndexed: true, date: clock.now, body: Data("1".utf8))])
        await file.flush()
        #expect(await self.cache().indexed().map(\.key) == ["list 1", "list 2", "list 3"])
    }

    @Test("a response of another version of the program is requested again")
    func unreadable() async throws {
        let file = file()
        file.save([StoredResponse("hero 7", date: clock.now, body: Data("{}".utf8))])
        #expect(try await get("hero 7", from: cache(file)) == "new")
    }

    @Test("a file of an earlier format keeps its responses")
    func upgrade() async throws {
        try FileManager.default.createDirectory(atPath: "\(folder.path)/cache", withIntermediateDirectories: true)
        try await DatabaseQueue(path: path).write { [now = clock.now.timeIntervalSince1970] db in
            try db.execute(
                sql: """
                    CREATE TABLE answer (
                      key TEXT NOT NULL PRIMARY KEY, isList INTEGER NOT NULL, date REAL NOT NULL, used REAL NOT NULL,
                      checksum INTEGER NOT NULL, body BLOB NOT NULL);
                    CREATE INDEX responseByUse ON answer (used);
                    PRAGMA user_version = 3
                    """)
            try db.execute(
                sql: "INSERT INTO answer VALUES ('hero 7', 1, ?, ?, 0, ?)",
                arguments: [now, now, Data("[\"old\"]".utf8)])
        }
        #expect(try await get("hero 7", from: cache()) == "old")
        #expect(await cache().indexed().count == 1)
        #expect(events.all.isEmpty)
    }

    @Test("a damaged or foreign file never stops the site")
    func damage() async throws {
        try await store()
        // A second connection also copies the content of the write-ahead log.
        let copy = "\(folder.path)/copy.sqlite"
        try await DatabaseQueue(path: path).vacuum(into: copy)
        let intact = try bytes(of: copy)
        let other = "\(folder.path)/other.sqlite"
        try await DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE response (x)") }
        var generator = SeededGenerator(seed: 6)
        let damages = [
            Array("heroes".utf8), Array(intact.prefix(5000)), Array(intact.dropFirst()), try bytes(of: other),
        ]
        for (number, bytes) in (damages + (0..<20).map { _ in intact.mutated(using: &generator) }).enumerated() {
            // Of its own, since an earlier file may be closed later.
            let path = "\(folder.path)/\(number).sqlite"
            try Data(bytes).write(to: URL(filePath: path))
            let file = file(at: path)
            #expect(try await get("hero 7", from: cache(file)) != nil)
            await file.flush()
            // The response is stored again.
            #expect(try await get("hero 7", from: cache(self.file(at: path)), mayCall: false) != nil)
        }
        #expect(events.all.count >= damages.count)
    }

    @Test("a file damaged at run time is replaced, which is reported once")
    func damageWhileRunning() async throws {
        let file = file()
        let cache = cache(file, memory: 1)
        _ = try await get("hero 7", from: cache)
        await file.flush()
        for suffix in ["", "-wal"] {
            let length = try bytes(of: path + suffix).count
            let handle = open(path + suffix, O_WRONLY)
            let noise = [UInt8](repeating: 0xAA, count: length)
            #expect(pwrite(handle, noise, length, 0) == length)
            close(handle)
        }
        for id in 1...20 { _ = try await get("hero \(id)", from: cache) }
        await file.flush()
        for id in 10...20 { #expect(try await get("hero \(id)", from: cache, mayCall: false) == "new") }
        #expect(events.all.count <= 2)
    }

    @Test("the file stays within its limit by evicting the oldest responses")
    func bound() async throws {
        let limit = 100 * 1024
        let file = file(byteLimit: limit)
        let cache = cache(file, memory: 1)
        let text = String(repeating: "x", count: 2000)
        for number in 1...100 {
            clock.advance(by: 1)
            _ = try await get("page \(number)", from: cache, calling: text)
        }
        await cache.waitUntilIdle()
        await file.flush()
        let size = try await DatabaseQueue(path: path).read { db in
            try Int.fetchOne(db, sql: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
        }
        #expect((limit / 2...limit).contains(try #require(size)))
        for number in [90, 100] { #expect(try await get("page \(number)", from: cache, mayCall: false) == text) }
        await #expect(throws: HeroError.notCached) { try await get("page 2", from: cache, mayCall: false) }
    }

    @Test(
        "a file that cannot be created is reported once, and responses are in memory only",
        arguments: ["/dev/null/a/b", "/proc/b"])
    func unusable(path: String) async throws {
        let file = file(at: path)
        let cache = cache(file)
        for id in [1, 1, 2] { #expect(try await get("hero \(id)", from: cache) == "new") }
        await file.flush()
        #expect(calls.all == ["hero 1", "hero 2"])
        #expect(events.all.count == 1)
        #expect("\(try #require(events.all.first))".hasPrefix("cannot open \(path), responses are in memory only: "))
    }

    @Test("each source has its own file with a readable name, which only the owner can read")
    func files() async throws {
        let sources = [
            "http://a.example:81/v1", "http://a.example/81/v1", "/data/" + String(repeating: "é/", count: 400), "",
        ]
        let names = sources.map(ResponseFile.fileName(of:))
        #expect(names[0].hasPrefix("http___a.example_81_v1-"))
        #expect(Set(names).count == sources.count)
        for name in names {
            #expect(name.wholeMatch(of: /[A-Za-z0-9._]{0,100}-[0-9a-f]{16}\.sqlite/) != nil, "\(name)")
        }
        try await store()
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/cache") {
            var status = stat()
            #expect(stat("\(folder.path)/cache/\(name)", &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
    }

    private func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }
}
