import FoundationEssentials
import Glibc
import Heroes
import Support
import Testing

@testable import Caching

@Suite struct DiskStoreTests {
    let folder: TemporaryFolder
    let source = ScriptedSource()
    let clock = ManualClock()
    let events = Recorder<CacheEvent>()

    init() throws { folder = try TemporaryFolder() }

    private func cached(byteLimit: Int = 1 << 30) async throws -> CachedSource {
        let store = try DiskStore(folder: folder.path, byteLimit: byteLimit) { [events] in events.add($0) }
        let cached = CachedSource(source, store: store, now: { [clock] in clock.now }) { [events] in events.add($0) }
        await cached.warmUp()
        return cached
    }

    private func askEverything(_ cached: CachedSource) async throws -> [String] {
        var names = [
            try await cached.heroes(HeroQuery()).items[0].name,
            try await cached.heroes(HeroQuery(nameStartsWith: "Söhne & /..\0")).items[0].name,
            try await cached.hero(7).value.name,
        ]
        for kind in WorkKind.allCases { names.append(try await cached.works(kind, of: 7, Window()).items[0].title) }
        await cached.settle()
        return names
    }

    /// A process that comes, keeps one answer and goes.
    private func visit() async throws {
        let cached = try await cached()
        _ = try await cached.hero(7)
        await cached.settle()
    }

    private var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] }

    @Test("after a restart every kind of answer is there without a call, and so is who was met")
    func restart() async throws {
        let names = try await askEverything(try await cached())
        source.fail(with: .broken("down"))
        clock.advance(by: 3600)
        let again = try await cached()
        #expect(again.known(1)?.name == "List v1")
        #expect(try await askEverything(again) == names)
        #expect(try await again.hero(7).age == 3600)
        #expect(source.asked.count == 7)
        #expect(again.figures.callCount == 0)
        #expect(again.known(7)?.name == "Hero v1")
    }

    @Test("what is kept on disk is renewed with its version when it is stale, and stands in while the source fails")
    func stale() async throws {
        try await visit()
        clock.advance(by: 29 * 24 * 60 * 60)
        source.fail(with: .timedOut("t"))
        let failing = try await cached()
        #expect(try await failing.hero(7).value.name == "Hero v1")
        await failing.settle()
        source.fail(with: nil)
        let confirmed = try await cached()
        #expect(try await confirmed.hero(7).age == 29 * 24 * 60 * 60)
        await confirmed.settle()
        #expect(source.confirmations == 1)
        #expect(try await cached().hero(7).age == 0)
        source.fail(with: .broken("b"))
        clock.advance(by: 31 * 24 * 60 * 60)
        await #expect(throws: HeroError.broken("b")) { try await cached().hero(7) }
    }

    @Test("a prefetch is answered from disk too")
    func prefetch() async throws {
        try await visit()
        #expect(try await cached().serving(.prefetch).hero(7).value.name == "Hero v1")
        #expect(source.asked.count == 1)
    }

    @Test("a file that was damaged in any way is discarded, told of, and asked for again")
    func damage() async throws {
        try await visit()
        let path = "\(folder.path)/\(try #require(files.first))"
        let whole = try bytes(of: path)
        var generator = RepeatableGenerator(seed: 6)
        let damages = [[], Array(whole.dropLast()), whole + [10], Array(whole.dropFirst()), Array("heroes".utf8)]
        for bytes in damages + (0..<60).map({ _ in whole.damaged(using: &generator) }) where bytes != whole {
            try Data(bytes).write(to: URL(filePath: path))
            let before = (source.asked.count, events.all.count)
            let cached = try await cached()
            #expect(try await cached.hero(7).value.name == "Hero v1")
            await cached.settle()
            #expect(source.asked.count == before.0 + 1)
            #expect(events.all.count == before.1 + 1)
            #expect(try self.bytes(of: path).count == whole.count)
        }
    }

    @Test("a file that holds another question's answer is not passed off as this one's")
    func exchanged() async throws {
        let first = try await cached()
        _ = try await first.hero(7)
        await first.settle()
        let name = try #require(files.first)
        _ = try await first.hero(8)
        await first.settle()
        let other = try #require(files.first { $0 != name })
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        try FileManager.default.moveItem(atPath: "\(folder.path)/\(other)", toPath: "\(folder.path)/\(name)")
        #expect(try await cached().hero(7).value.id == 7)
        #expect(source.asked == ["hero 7", "hero 8", "hero 7"])
    }

    @Test("the folder stays within its bytes, the ones used longest ago go first, also those of other processes")
    func bound() async throws {
        let cached = try await cached(byteLimit: 5 * 4096)
        for id in 1...5 { _ = try await cached.hero(id) }
        await cached.settle()
        #expect(files.count == 5)
        _ = try await cached.hero(6)
        await cached.settle()
        #expect(files.count == 5)
        #expect(cached.figures.disk?.bytes == 5 * 4096)
        // Another process, which finds what is there.
        let other = try await self.cached(byteLimit: 3 * 4096)
        await other.settle()
        #expect(files.count == 3)
        #expect(try await other.hero(6).value.id == 6)
        #expect(source.asked.count == 6)
        _ = try await other.hero(1)
        #expect(source.asked.count == 7)
    }

    @Test(
        "two that write and read the same folder at once tear nothing, and stay within its bytes but for their last few"
    )
    func contention() async throws {
        var policy = CachePolicy()
        // Nothing fits memory, so that all is read from the folder.
        policy.byteLimit = 1
        let caches = try (0..<2).map { _ in
            let store = try DiskStore(folder: folder.path, byteLimit: 32 * 4096) { [events] in events.add($0) }
            return CachedSource(source, policy: policy, store: store, now: { [clock] in clock.now })
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<600 {
                let (cached, id) = (caches[number % 2], 1 + number * 7 % 48)
                group.addTask {
                    do {
                        #expect(try await cached.hero(id).value.id == id)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        for cached in caches { await cached.settle() }
        #expect(events.all.isEmpty)
        #expect(files.filter { $0.hasPrefix(".") }.isEmpty)
        // Each looks anew after a sixteenth.
        #expect(files.count <= 32 + 2 * 3)
        _ = try await caches[0].hero(99)
        await caches[0].settle()
        let asked = source.asked.count
        _ = try await caches[1].hero(99)
        #expect(source.asked.count == asked)
    }

    @Test("half-written files of a process that died are cleared away, those of a living one are not")
    func drafts() async throws {
        for (name, age) in [(".1-1", 7200), (".1-2", 0)] {
            try Data("half".utf8).write(to: URL(filePath: "\(folder.path)/\(name)"))
            var times = [timespec(), timespec()]
            for index in times.indices { times[index].tv_sec = time(nil) - age }
            #expect(utimensat(AT_FDCWD, "\(folder.path)/\(name)", times, 0) == 0)
        }
        await (try await cached()).settle()
        #expect(files == [".1-2"])
    }

    @Test("two that share the folder read each other's answers, while both write and one discards")
    func sharing() async throws {
        let (one, two) = (try await cached(), try await cached())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<100 {
                for cached in [one, two] {
                    group.addTask {
                        let hero = try await cached.hero(round % 10)
                        #expect(hero.value.name == "Hero v1")
                    }
                }
            }
            try await group.waitForAll()
        }
        await one.settle()
        await two.settle()
        let before = source.asked.count
        let third = try await cached()
        for id in 0..<10 { _ = try await third.hero(id) }
        #expect(source.asked.count == before)
        #expect(files.count == 10)
        #expect(events.all.isEmpty)
    }

    @Test("a stale answer that another process has renewed meanwhile is taken from it")
    func renewedElsewhere() async throws {
        let (one, two) = (try await cached(), try await cached())
        _ = try await one.hero(7)
        await one.settle()
        _ = try await two.hero(7)
        clock.advance(by: 24 * 60 * 60)
        source.tell(version: 2)
        for cached in [one, two] {
            #expect(try await cached.hero(7).value.name == "Hero v1")
            await cached.settle()
            #expect(try await cached.hero(7).value.name == "Hero v2")
        }
        #expect(source.asked.count == 2)
    }

    @Test("what is gone from the source is gone from the disk")
    func absence() async throws {
        try await visit()
        clock.advance(by: 24 * 60 * 60)
        source.fail(with: .notFound)
        let cached = try await cached()
        _ = try await cached.hero(7)
        await cached.settle()
        #expect(files.isEmpty)
    }

    @Test("a folder that cannot be written is told of, and answers go on coming")
    func unwritable() async throws {
        let cached = try await cached()
        folder.remove()
        #expect(try await cached.hero(7).value.name == "Hero v1")
        await cached.settle()
        #expect(events.all.count == 1)
    }

    @Test(
        "a folder that cannot be made or used is told of in words",
        arguments: [
            ("/dev/null/cache", "/dev/null/cache: the folder cannot be made: Not a directory"),
            ("/dev/null", "/dev/null: the folder cannot be made: File exists"),
        ])
    func unusable(path: String, words: String) {
        let error = #expect(throws: StoreFolder.Unusable.self) { try DiskStore(folder: path) }
        #expect(error?.description == words)
    }

    @Test("each source has a folder of its own, by a name that fits a folder and that one can read")
    func folderNames() {
        let sources = [
            "http://a.example:81/v1", "http://a.example/81/v1", "/data/a.sqlite", "/data/a_sqlite",
            "/data/" + String(repeating: "é/", count: 400), "",
        ]
        let names = sources.map(DiskStore.folderName(of:))
        #expect(names[0].hasPrefix("http___a.example_81_v1-"))
        #expect(Set(names).count == sources.count)
        #expect(names == sources.map(DiskStore.folderName(of:)))
        for name in names { #expect(name.wholeMatch(of: /[A-Za-z0-9._]{0,100}-[0-9a-f]{16}/) != nil, "\(name)") }
    }

    @Test("what visitors type is in no file's name, and nobody else may read the files")
    func privacy() async throws {
        _ = try await askEverything(try await cached())
        #expect(files.count == 7)
        for name in files {
            #expect(name.wholeMatch(of: /(list|search|hero|works)-[0-9a-f]{40}/) != nil)
            var status = stat()
            #expect(stat("\(folder.path)/\(name)", &status) == 0)
            #expect(status.st_mode & 0o077 == 0)
        }
    }

    private func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }
}
