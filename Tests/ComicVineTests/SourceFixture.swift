import Caching
import Curl
import Foundation
import Heroes
import Support
import Testing

@testable import ComicVine

/// A Comic Vine source on a server of the test's own, with a clock that sleeping advances.
struct SourceFixture: Sendable {
    let server: ComicVineServer
    let time: ManualClock
    private let folder: TemporaryFolder
    var askingWords: Set<String> = []

    init(members: Int = 0) throws {
        let time = ManualClock()
        self.time = time
        server = try ComicVineServer(members: members, now: { time.now })
        folder = try TemporaryFolder()
    }

    /// Returns a source on the folder's file: each call is a restart.
    func source(leastAppearances: Int = 10) async throws -> ComicVineSource {
        var configuration = try ComicVineConfiguration(baseURL: server.url, key: ComicVineServer.key)
        configuration.leastAppearances = leastAppearances
        configuration.askingWords = askingWords
        return await ComicVineSource(
            configuration, curl: Curl(),
            clock: SourceClock(
                now: { [time] in time.now },
                sleep: { [time] seconds in
                    // A short wait is for the end of another call, which takes real time.
                    if seconds < 1 { try await Task.sleep(for: .milliseconds(5)) }
                    time.advance(by: seconds)
                }),
            stores: ComicVineStores(
                records: ResponseFile(path: "\(folder.path)/records.sqlite"),
                heroes: ResponseFile(path: "\(folder.path)/heroes.sqlite")))
    }

    /// Returns a source with all heroes.
    func filledSource(leastAppearances: Int = 10) async throws -> ComicVineSource {
        let source = try await source(leastAppearances: leastAppearances)
        try await source.updater.updateHeroes()
        return source
    }

    /// The loss of stored heroes.
    enum Loss: CaseIterable { case removed, damaged, half }

    func loseHeroes(_ loss: Loss) async throws {
        let path = "\(folder.path)/heroes.sqlite"
        if loss == .half {
            let file = ResponseFile(path: path)
            for id in server.ids("characters") where id.isMultiple(of: 2) { file.remove("hero \(id)") }
            return await file.flush()
        }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        if loss == .damaged { try Data(repeating: 7, count: 9000).write(to: URL(filePath: path)) }
    }

    /// Returns the stored heroes, to restore them later.
    func storedHeroes() throws -> [(path: String, body: Data)] {
        try ["", "-wal"].map { suffix in
            let path = "\(folder.path)/heroes.sqlite\(suffix)"
            return (path, try Data(contentsOf: URL(filePath: path)))
        }
    }

    /// Returns the numbers of calls by path since an earlier number of calls.
    func calls(since count: Int) -> [String: Int] {
        server.calls.dropFirst(count).reduce(into: [:]) { $0[$1.path, default: 0] += 1 }
    }
}

extension ComicVineSource {
    /// All heroes of the list.
    func allHeroes() async throws -> [Hero] {
        var heroes: [Hero] = []
        var total = 1
        while heroes.count < total {
            let page = try await self.heroes(HeroQuery(range: PageRange(offset: heroes.count, limit: 100)))
            heroes += page.items
            total = page.items.isEmpty ? 0 : page.total
        }
        return heroes
    }
}
