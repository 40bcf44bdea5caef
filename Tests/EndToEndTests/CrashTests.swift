import Curl
import Testing

// `ScheduleTests` of StorageTests walks all points of a crash.
@Suite("Favourites after a crash", .timeLimit(.minutes(2)))
struct CrashTests {
    @Test("an acknowledged favourite is there after the program was killed")
    func kill() async throws {
        let site = try await RunningSite()
        var client = FavouriteClient(curl: Curl())
        let hero = try #require(
            FavouriteClient.firstHeroes(in: try await client.page("/heroes", at: site.url)).first)
        try await client.set(hero, isFavourite: true, at: site.url)
        await site.program.crash()
        let restarted = try await RunningSite(data: site.data)
        #expect(try await client.favourites(at: restarted.url) == [hero])
        await restarted.end()
    }
}
