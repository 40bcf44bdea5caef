import Heroes
import Support
import Testing

@testable import Caching

@Suite("The revision of the remembered answers")
struct EditionTests {
    @Test("it is another with every answer that is new or has changed, and the same while they only are given or hold")
    func changes() async throws {
        let (source, clock) = (ScriptedSource(), ManualClock())
        let cached = CachedSource(source, now: { clock.now })
        var revisions = [try #require(cached.revision)]
        func note() throws { revisions.append(try #require(cached.revision)) }
        _ = try await cached.hero(7)
        try note()
        _ = try await cached.hero(7)
        try note()
        _ = try await cached.works(.comics, of: 7, PageRange())
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
        let isNew = zip(revisions, revisions.dropFirst()).map { $0 != $1 }
        #expect(isNew == [true, false, true, false, true])
    }

    @Test("it is another when a hero is gone")
    func absence() async throws {
        let (source, clock) = (ScriptedSource(), ManualClock())
        let cached = CachedSource(source, now: { clock.now })
        _ = try await cached.hero(7)
        let revision = cached.revision
        source.fail(with: .notFound)
        clock.advance(by: 24 * 60 * 60)
        _ = try await cached.hero(7)
        await cached.settle()
        #expect(cached.revision != revision)
        await #expect(throws: HeroError.notFound) { try await cached.hero(7) }
    }
}
