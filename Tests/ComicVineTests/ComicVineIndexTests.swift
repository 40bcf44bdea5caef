import Caching
import Foundation
import Heroes
import Support
import Testing

@testable import ComicVine

@Suite struct ComicVineIndexTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func index(_ store: ResponseFile) -> ComicVineIndex {
        ComicVineIndex(store, leastAppearances: 1, now: { Date() })
    }

    private func character(_ id: Int, _ name: String) throws -> ComicVineObject {
        let text = """
            {"id":\(id),"name":"\(name)","count_of_issue_appearances":12,"publisher":{"id":31},
            "deck":"A deck","real_name":"Real \(name)"}
            """
        return try JSONDecoder().decode(ComicVineObject.self, from: Data(text.utf8))
    }

    @Test(
        "lost heroes are read again at the next start, and none is called missing until then",
        arguments: SourceFixture.Loss.allCases)
    func loss(_ loss: SourceFixture.Loss) async throws {
        let fixture = try SourceFixture(members: 60)
        let first = try await fixture.filledSource()
        let heroes = try await first.allHeroes()
        await first.waitUntilIdle()
        try await fixture.loseHeroes(loss)
        let second = try await fixture.source()
        let error = await #expect(throws: HeroError.self) { try await second.hero(1444) }
        #expect(error != .notFound)
        // Without any hero there is no list.
        let list = try? await second.heroes(HeroQuery())
        #expect(list.map { $0.gap == .stillLoading } ?? true)
        #expect(second.advice != nil)
        let before = fixture.server.calls.count
        try await second.updater.updateHeroes()
        #expect(fixture.calls(since: before)["publisher"] == 1)
        #expect(try await second.allHeroes() == heroes)
        #expect(try await second.heroes(HeroQuery()).gap == nil)
        await second.waitUntilIdle()
        let third = try await fixture.source()
        try await third.updater.updateHeroes()
        #expect(fixture.calls(since: before)["publisher"] == 1)
    }

    @Test("heroes from a backup get the changes since it was made")
    func backup() async throws {
        let fixture = try SourceFixture()
        let first = try await fixture.filledSource()
        await first.waitUntilIdle()
        let backup = try fixture.storedHeroes()
        for day in 1...3 {
            fixture.time.advance(by: 86_400)
            let now = fixture.time.now.formatted(
                .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
            fixture.server.edit("characters", 1439 + day) {
                $0.merge(["deck": "Day \(day).", "date_last_updated": now]) { $1 }
            }
            try await first.updater.updateHeroes()
        }
        await first.waitUntilIdle()
        try await fixture.loseHeroes(.removed)
        for file in backup { try file.body.write(to: URL(filePath: file.path)) }
        let second = try await fixture.source()
        try await second.updater.updateHeroes()
        for day in 1...3 { #expect(second.cachedHero(1439 + day)?.description == "<p>Day \(day).</p>") }
    }

    @Test("another machine has the heroes with their details, and not those that were removed")
    func shared() async throws {
        let store = ResponseFile(path: folder.path + "/heroes.sqlite")
        let first = index(store)
        let members = #"[{"id":1,"name":"One"},{"id":2,"name":"Two"},{"id":3,"name":"Three"}]"#
        try first.addMembers(try JSONDecoder().decode([ComicVineReference].self, from: Data(members.utf8)))
        first.insert([try character(1, "Storm")])
        first.remove([2])
        await store.flush()
        let second = index(store)
        #expect(await second.load())
        #expect(second.heroes.count == 2)
        #expect(second.heroes.pendingIDs == [3])
        #expect(second.heroes.hero(1) == first.heroes.hero(1))
        #expect(second.heroes.hero(1)?.facts?.realName == "Real Storm")
    }
}
