import Heroes
import PostgreSQL
import Support
import Testing

@Suite("PostgreSQL behind PgBouncer", .timeLimit(.minutes(5)))
struct PgBouncerTests {
    @Test(
        "favourites work in both modes, also after a restart, whichever session a statement runs on",
        arguments: [("session", 24), ("transaction", 3)])
    func modes(_ mode: String, _ poolSize: Int) async throws {
        let pool = try await PgBouncer(.shared(), mode: mode, poolSize: poolSize)
        let text = try await pool.newDatabase()
        for id in 0..<3 {
            let database = try await Database.connected(to: text, connectionCount: 8)
            let store = PostgresFavourites(database)
            try await withThrowingTaskGroup { tasks in
                for visitor in 0..<32 {
                    tasks.addTask { try await store.add(.example(id), for: .numbered(UInt64(visitor))) }
                }
                try await tasks.waitForAll()
            }
            for visitor in 0..<32 {
                #expect(try await store.favourites(of: .numbered(UInt64(visitor))).ids == Set(0...id))
            }
            try await store.check()
            database.close()
        }
    }
}
