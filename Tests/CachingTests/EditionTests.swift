import Heroes
import Support
import Testing

@testable import Caching

@Suite("The edition of the remembered answers")
struct EditionTests {
    @Test("it is another with every answer that is new or has changed, and the same while they only are given or hold")
    func changes() async throws {
        let (source, clock) = (ScriptedSource(), ManualClock())
        let cached = CachedSource(source, now: { clock.now })
        var editions = [try #require(cached.edition)]
        func note() throws { editions.append(try #require(cached.edition)) }
        _ = try await cached.hero(7)
        try note()
        _ = try await cached.hero(7)
        try note()
        _ = try await cached.works(.comics, of: 7, Window())
        try note()
        clock.advance(by: 24 * 60 * 60)
        _ = try await cached.hero(7)
        await cached.settle()
        try note()
        source.tell(version: 2)
        clock.advance(by: 24 * 60 * 60)
        _ = try await cached.hero(7)
        await cached.settle()
        try note()
        let isNew = zip(editions, editions.dropFirst()).map { $0 != $1 }
        #expect(isNew == [true, false, true, false, true])
    }

    @Test("it is another when a hero is gone")
    func absence() async throws {
        let (source, clock) = (ScriptedSource(), ManualClock())
        let cached = CachedSource(source, now: { clock.now })
        _ = try await cached.hero(7)
        let edition = cached.edition
        source.fail(with: .notFound)
        clock.advance(by: 24 * 60 * 60)
        _ = try await cached.hero(7)
        await cached.settle()
        #expect(cached.edition != edition)
        await #expect(throws: HeroError.notFound) { try await cached.hero(7) }
    }
}
