import Heroes
import Support
import Testing

@testable import ComicVine

/// An object that fails changes nothing for the others, whatever it answers and however often it is viewed.
@Suite struct BadObjectTests {
    private let bad = 1443

    struct BadReply: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reply: LoopbackUpstream.Reply
        /// A failure that may be over a moment later is requested again at once.
        var calls = 1

        init(_ name: String, _ reply: LoopbackUpstream.Reply, calls: Int = 1) {
            (testDescription, self.reply, self.calls) = (name, reply, calls)
        }
    }

    private static let replies = [
        BadReply("another id", .json(#"{"status_code":1,"results":{"id":9,"name":"Merged","publisher":{"id":31}}}"#)),
        BadReply("a redirect", .text("", status: 301, headers: [("Location", "/api/character/4005-9/")])),
        BadReply("cut", .cut), BadReply("cut JSON", .json(#"{"status_code":1,"results":{"id":1443,"na"#)),
        BadReply("empty", .text("")), BadReply("a list", .json(#"{"status_code":1,"results":[{"id":1443}]}"#)),
        BadReply("no results", .json(#"{"status_code":1}"#)), BadReply("a page", .page(404)),
        BadReply("an error", .comicVine(error: 104, status: 200)),
        BadReply("500", .page(500), calls: 2), BadReply("522", .page(522), calls: 2),
        BadReply("503 for a day", .text("", status: 503, headers: [("Retry-After", "86400")])),
        BadReply("a refused key", .comicVine(error: 100, status: 401)), BadReply("a challenge", .challenge),
        BadReply("abnormal traffic", .abnormalTraffic),
    ]

    @Test("a bad hero costs a call in ten minutes and pauses no others", arguments: replies)
    func hero(reply: BadReply) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        fixture.server.replace("character/\(bad)", by: reply.reply)
        let before = fixture.server.calls.count
        for _ in 0..<19 {
            await #expect(throws: HeroError.self) { try await source.hero(bad) }
            fixture.time.advance(by: 31)
        }
        #expect(fixture.calls(since: before) == ["character": reply.calls])
        #expect(source.cachedHero(bad)?.name == "Spider-Man")
        #expect(source.advice == nil)
        #expect(try await source.hero(1444).value.name == "Storm")
        fixture.server.replace("character/\(bad)", by: nil)
        fixture.time.advance(by: 31)
        #expect(try await source.hero(bad).value.facts?.realName == "Peter Parker")
    }

    @Test("a known hero that becomes bad is shown as before, at a call in ten minutes", arguments: replies)
    func knownHero(reply: BadReply) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let known = try await source.hero(bad).value
        fixture.time.advance(by: 8 * 86_400)
        fixture.server.replace("character/\(bad)", by: reply.reply)
        let before = fixture.server.calls.count
        for _ in 0..<19 {
            #expect(try await source.hero(bad).value == known)
            await source.waitUntilIdle()
            fixture.time.advance(by: 31)
        }
        #expect(fixture.calls(since: before) == ["character": 1])
        #expect(source.advice == nil)
    }

    @Test(
        "a bad topic costs a call in ten minutes",
        arguments: [
            ("issue", TopicID(.comics, 100_260)), ("volume", TopicID(.series, 2000)), ("team", TopicID(.teams, 3806)),
            ("story_arc", TopicID(.events, 40_001)), ("person", TopicID(.people, 1537)),
        ])
    func topic(path: String, id: TopicID) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        fixture.server.replace("\(path)/\(id.number)", by: .cut)
        let before = fixture.server.calls.count
        await withTaskGroup { tasks in
            for _ in 0..<20 {
                tasks.addTask { await #expect(throws: HeroError.self) { try await source.topic(id) } }
            }
        }
        fixture.time.advance(by: 590)
        await #expect(throws: HeroError.self) { try await source.heroes(HeroQuery(in: id)) }
        #expect(fixture.calls(since: before) == [path: 1])
        fixture.server.replace("\(path)/\(id.number)", by: nil)
        fixture.time.advance(by: 10)
        #expect(try await source.topic(id).value.id == id)
    }

    @Test("a bad search finds what is known, at a call in ten minutes")
    func search() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        fixture.server.replace("characters", by: .challenge)
        let before = fixture.server.calls.count
        for _ in 0..<19 {
            let results = try await source.search("storm", PageRange(offset: 0, limit: 20)).heroes
            #expect(results.items.first?.hero.name == "Storm")
            #expect(results.gap == .searchUnavailable)
            fixture.time.advance(by: 31)
        }
        #expect(fixture.calls(since: before)["characters"] == 1)
        #expect(source.advice == nil)
    }

    @Test("a bad comic in the lists of several heroes does not pause calls")
    func comicInLists() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let heroes = [bad, 1444, 1440, 1441]
        for hero in heroes { _ = try await source.hero(hero) }
        fixture.server.replace("issues/100260", by: .cut)
        let before = fixture.server.calls.count
        for hero in heroes + heroes {
            await #expect(throws: HeroError.self) { try await source.topics(.comics, of: .hero(hero), PageRange()) }
        }
        #expect(fixture.calls(since: before) == ["issues": heroes.count])
        #expect(source.advice == nil)
        // Its second hundred is another list.
        #expect(try await source.topics(.comics, of: .hero(bad), .page(6)).items.count == 20)
    }

    @Test("known comics are shown if a list with a new one fails")
    func newComic() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let known = try await source.topics(.comics, of: .hero(bad), PageRange()).items
        fixture.server.edit("characters", bad) { hero in
            let credits = hero["issue_credits"] as? [ComicVineServer.Record] ?? []
            hero["issue_credits"] = [["id": 100_261, "name": "New"]] + credits
        }
        fixture.server.replace("issues/100261", by: .cut)
        fixture.time.advance(by: 8 * 86_400)
        _ = try await source.hero(bad)
        await source.waitUntilIdle()
        #expect(try await source.topics(.comics, of: .hero(bad), PageRange()).items == known.dropLast())
    }

    @Test("a bad hero in a list does not keep the others from their details, and its page has the name")
    func details() async throws {
        let fixture = try SourceFixture(members: 250)
        for path in ["characters", "character"] { fixture.server.replace("\(path)/1444", by: .cut) }
        let source = try await fixture.filledSource()
        #expect(source.index.heroes.pendingIDs == [1444])
        #expect(source.advice == nil)
        #expect(try await source.heroes(HeroQuery()).gap == nil)
        await #expect(throws: HeroError.self) { try await source.hero(1444) }
        #expect(source.cachedHero(1444)?.name == "Storm")
    }
}
