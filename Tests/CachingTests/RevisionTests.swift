import Heroes
import Support
import Testing

@testable import Caching

@Suite("The revision of the cached responses")
struct RevisionTests {
    @Test("changes with every new or changed response, not with cache hits and revalidations without changes")
    func changes() async throws {
        let (source, clock) = (ScriptedSource(), ManualClock())
        let cached = CachedSource(source, now: { clock.now })
        var revisions = [try #require(cached.revision)]
        func record() throws { revisions.append(try #require(cached.revision)) }
        _ = try await cached.hero(7)
        try record()
        _ = try await cached.hero(7)
        try record()
        _ = try await cached.works(.comics, of: .hero(7), PageRange())
        try record()
        clock.advance(by: 24 * 60 * 60)
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        try record()
        source.setVersion(2)
        clock.advance(by: 24 * 60 * 60)
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        try record()
        let isNew = zip(revisions, revisions.dropFirst()).map { $0 != $1 }
        #expect(isNew == [true, false, true, false, true])
    }

    @Test("changes after a 404")
    func notFound() async throws {
        let (source, clock) = (ScriptedSource(), ManualClock())
        let cached = CachedSource(source, now: { clock.now })
        _ = try await cached.hero(7)
        let revision = cached.revision
        source.fail(with: .notFound)
        clock.advance(by: 24 * 60 * 60)
        _ = try await cached.hero(7)
        await cached.waitUntilIdle()
        #expect(cached.revision != revision)
        await #expect(throws: HeroError.notFound) { try await cached.hero(7) }
    }
}
