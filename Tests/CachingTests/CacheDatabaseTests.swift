import FoundationEssentials
import GRDB
import Glibc
import Heroes
import Support
import Testing

@testable import Caching

@Suite struct CacheDatabaseTests {
    let folder: TemporaryFolder
    let source = ScriptedSource()
    let clock = ManualClock()
    let events = Recorder<CacheEvent>()

    init() throws { folder = try TemporaryFolder() }

    private var path: String { "\(folder.path)/cache/source.sqlite" }

    private func database(byteLimit: Int = 1 << 30, at path: String? = nil) -> CacheDatabase {
        CacheDatabase(path: path ?? self.path, byteLimit: byteLimit) { [events] in events.add($0) }
    }

    private func cached(byteLimit: Int = 1 << 30, memory: Int = 1 << 20) async -> CachedSource {
        var policy = CachePolicy()
        policy.byteLimit = memory
        let cached = CachedSource(
            source, policy: policy, store: database(byteLimit: byteLimit), now: { [clock] in clock.now }
        ) { [events] in events.add($0) }
        await cached.warmUp()
        return cached
    }

    private func requestAll(_ cached: CachedSource) async throws -> [String] {
        var names = [
            try await cached.heroes(HeroQuery()).items[0].name,
            try await cached.heroes(HeroQuery(nameStartsWith: "Söhne & /..\0")).items[0].name,
            try await cached.hero(7).value.name,
        ]
        for kind in WorkKind.allCases {
            names.append(try await cached.works(kind, of: .hero(7), PageRange()).items[0].title)
        }
        await cached.waitUntilIdle()
        return names
    }

    /// Starts a cache, stores one response and stops.
    private func visit() async throws {
        let cached = await cached()
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
    }

    @Test("after a restart all kinds of responses and the index of heroes are restored without a call")
    func restart() async throws {
        let names = try await requestAll(await cached())
        source.fail(with: .broken("down"))
        clock.advance(by: 3600)
        let again = await cached()
        #expect(again.cachedHero(1)?.name == "List v1")
        #expect(try await requestAll(again) == names)
        #expect(try await again.hero(7).age == 3600)
        #expect(source.requests.count == 7)
        #expect(again.metrics.calls.isEmpty)
        #expect(again.cachedHero(7)?.name == "Hero v1")
        #expect(events.all.isEmpty)
    }

    @Test("a stale response on disk is revalidated with its version, and served while the source fails")
    func stale() async throws {
        try await visit()
        clock.advance(by: 29 * 24 * 60 * 60)
        source.fail(with: .timedOut("t"))
        let failing = await cached()
        #expect(try await failing.hero(7).value.name == "Hero v1")
        await failing.waitUntilIdle()
        source.fail(with: nil)
        let confirmed = await cached()
        #expect(try await confirmed.hero(7).age == 29 * 24 * 60 * 60)
        await confirmed.waitUntilIdle()
        #expect(source.notModifiedCount == 1)
        #expect(try await cached().hero(7).age == 0)
        source.fail(with: .broken("b"))
        clock.advance(by: 31 * 24 * 60 * 60)
        await #expect(throws: HeroError.broken("b")) { try await cached().hero(7) }
    }

    @Test("a prefetch is served from disk too")
    func prefetch() async throws {
        try await visit()
        #expect(try await cached().for(.prefetch).hero(7).value.name == "Hero v1")
        #expect(source.requests.count == 1)
    }

    @Test(
        "a damaged or foreign file never stops the site and never yields a response"
    )
    func damage() async throws {
        try await visit()
        // A second connection also copies the content of the write-ahead log.
        let copy = "\(folder.path)/copy.sqlite"
        try await DatabaseQueue(path: path).vacuum(into: copy)
        let intact = try bytes(of: copy)
        var generator = SeededGenerator(seed: 6)
        let other = "\(folder.path)/other.sqlite"
        try await DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE answer (x)") }
        let damages = [
            Array("heroes".utf8), Array(intact.prefix(5000)), Array(intact.dropFirst()), try bytes(of: other),
        ]
        for bytes in damages + (0..<40).map({ _ in intact.mutated(using: &generator) }) {
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            try Data(bytes).write(to: URL(filePath: path))
            for _ in 1...2 {
                let cached = await cached()
                #expect(try await cached.hero(7).value.name == "Hero v1")
                await cached.waitUntilIdle()
            }
            // The response is stored again.
            let requested = source.requests.count
            #expect(try await cached().hero(7).value.id == 7)
            #expect(source.requests.count == requested)
        }
        #expect(events.all.count > damages.count)
    }

    @Test("a file damaged at run time is replaced, which is reported once")
    func damageWhileRunning() async throws {
        let cached = await cached(memory: 1)
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        let size = try bytes(of: path).count
        for suffix in ["", "-wal"] {
            let length = suffix.isEmpty ? size : try bytes(of: path + suffix).count
            let handle = open(path + suffix, O_WRONLY)
            let zeros = [UInt8](repeating: 0xAA, count: length)
            #expect(pwrite(handle, zeros, length, 0) == length)
            close(handle)
        }
        for id in 1...20 { #expect(try await cached.hero(id).value.id == id) }
        await cached.waitUntilIdle()
        let requested = source.requests.count
        for id in 10...20 { #expect(try await cached.hero(id).value.id == id) }
        #expect(source.requests.count == requested)
        #expect(events.all.count <= 2)
    }

    @Test("the file stays within its limit by evicting the least recently used responses, also if the limit is lowered")
    func bound() async throws {
        let limit = 100 * 1024
        var cached = await cached(byteLimit: limit, memory: 1)
        source.setHeroCount(100_000)
        for page in 1...100 {
            _ = try await cached.heroes(HeroQuery(range: .page(page)))
            // The first page is in use all the time.
            clock.advance(by: 3601)
            _ = try await cached.heroes(HeroQuery(range: .page(1)))
        }
        await cached.waitUntilIdle()
        let usage = try #require(cached.metrics.disk)
        #expect(usage.bytes <= limit && usage.bytes > limit / 2)
        #expect(usage.entries + usage.evictions == 100 && usage.evictions > 10)
        let requested = source.requests.count
        for page in [1, 100] { _ = try await cached.heroes(HeroQuery(range: .page(page))) }
        #expect(source.requests.count == requested)
        _ = try await cached.heroes(HeroQuery(range: .page(2)))
        #expect(source.requests.count == requested + 1)
        cached = await self.cached(byteLimit: limit / 2, memory: 1)
        await cached.waitUntilIdle()
        // Each step of the eviction is a separate job.
        while try #require(cached.metrics.disk).bytes > limit / 2 { await cached.waitUntilIdle() }
        _ = try await cached.heroes(HeroQuery(range: .page(1)))
        #expect(source.requests.count == requested + 1)
    }

    @Test("a 404 replaces the response on disk, and is believed for ten minutes also after a restart")
    func absence() async throws {
        try await visit()
        clock.advance(by: 24 * 60 * 60)
        source.fail(with: .notFound)
        let revalidating = await cached()
        _ = try await revalidating.hero(7)
        await revalidating.waitUntilIdle()
        source.fail(with: nil)
        let restarted = await cached()
        await #expect(throws: HeroError.notFound) { try await restarted.hero(7) }
        clock.advance(by: 600)
        #expect(try await restarted.hero(7).value.name == "Hero v1")
    }

    @Test(
        "a file that cannot be created is reported once, and responses are cached in memory",
        arguments: ["/dev/null/a/b", "/proc/b"])
    func unusable(path: String) async throws {
        let database = database(at: path)
        let cached = CachedSource(
            source, store: database, budget: DailyBudget(limit: 3, counter: LocalCallCounter(database)))
        await cached.warmUp()
        for id in [1, 1, 2, 3] { _ = try? await cached.hero(id) }
        await cached.waitUntilIdle()
        #expect(source.requests == ["hero 1", "hero 2"])
        #expect(events.all.count == 1)
        #expect(
            "\(try #require(events.all.first))".hasPrefix("cannot open \(path), responses are cached in memory only: "))
    }

    @Test("a folder that disappears does not stop the site")
    func removed() async throws {
        let cached = await cached()
        folder.remove()
        #expect(try await cached.hero(7).value.name == "Hero v1")
        await cached.waitUntilIdle()
        #expect(events.all.count <= 1)
    }

    @Test("each source has its own file with a readable name")
    func fileNames() {
        let sources = [
            "http://a.example:81/v1", "http://a.example/81/v1", "/data/a.sqlite", "/data/a_sqlite",
            "/data/" + String(repeating: "é/", count: 400), "",
        ]
        let names = sources.map(CacheDatabase.fileName(of:))
        #expect(names[0].hasPrefix("http___a.example_81_v1-"))
        #expect(Set(names).count == sources.count)
        #expect(names == sources.map(CacheDatabase.fileName(of:)))
        for name in names {
            #expect(name.wholeMatch(of: /[A-Za-z0-9._]{0,100}-[0-9a-f]{16}\.sqlite/) != nil, "\(name)")
        }
    }

    @Test("the files are readable by their owner only, and those of earlier versions are removed")
    func files() async throws {
        let earlier = String(path.dropLast(".sqlite".count))
        try FileManager.default.createDirectory(atPath: earlier, withIntermediateDirectories: true)
        try Data("19675 1\n".utf8).write(to: URL(filePath: earlier + ".calls"))
        _ = try await requestAll(await cached())
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/cache")
        where name.contains("sqlite") {
            var status = stat()
            #expect(stat("\(folder.path)/cache/\(name)", &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
        for path in [earlier, earlier + ".calls"] {
            while FileManager.default.fileExists(atPath: path) { await Task.yield() }
        }
    }

    private func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }
}
