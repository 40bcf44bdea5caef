import FoundationEssentials
import Heroes
import PostgreSQL
import Support
import Testing

@Suite("Responses of a source for several machines", .timeLimit(.minutes(5)))
struct SharedResponsesTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// Two machines with stores of the same source, and the connection string of their schema.
    private func machines(
        _ source: String = "https://a.example/v1", lifetime: Double = 3_600
    ) async throws -> (first: PostgresResponseStore, second: PostgresResponseStore, schema: String) {
        let schema = try await PostgresServer.shared().newSchema()
        let stores = (
            PostgresResponseStore(try await .connected(to: schema), source: source, lifetime: lifetime),
            PostgresResponseStore(try await .connected(to: schema), source: source, lifetime: lifetime)
        )
        return (stores.0, stores.1, schema)
    }

    private func response(_ key: String, _ text: String, isIndexed: Bool = false) -> StoredResponse {
        StoredResponse(key, isIndexed: isIndexed, date: now, body: Data(text.utf8))
    }

    private func age(_ schema: String, by interval: String) async throws {
        try await PostgresServer.shared().sql(
            "UPDATE response SET fetched = fetched - interval '\(interval)'", schema)
    }

    @Test("a response that one machine saves is loaded by the others, with its age by the server's clock")
    func saved() async throws {
        let (first, second, schema) = try await machines()
        first.save([response("hero 1", "{}")])
        await first.flush()
        try await age(schema, by: "2 minutes")
        let loaded = try #require(await second.load("hero 1", at: now))
        #expect((120.0..<180).contains(now.timeIntervalSince(loaded.date)))
        second.remove("hero 1")
        await second.flush()
        #expect(await first.load("hero 1", at: now) == nil)
    }

    @Test("a machine lists the indexed responses of its source since a time")
    func index() async throws {
        let (first, second, schema) = try await machines()
        for key in ["a", "b"] {
            first.save([response(key, "{}", isIndexed: true)])
            await first.flush()
            try await age(schema, by: "1 minute")
        }
        let other = PostgresResponseStore(
            try await .connected(to: schema), source: "https://b.example", lifetime: 3_600)
        other.save([response("c", "{}", isIndexed: true)])
        await other.flush()
        #expect(await second.indexed(since: nil, limit: 100, at: now)?.map(\.key) == ["a", "b"])
        #expect(await second.indexed(since: now - 90, limit: 100, at: now)?.map(\.key) == ["b"])
    }

    @Test("old responses are deleted when others are saved")
    func old() async throws {
        let (first, _, schema) = try await machines(lifetime: 3_600)
        for number in 0..<12 { first.save([response("hero \(number)", "{}")]) }
        await first.flush()
        try await age(schema, by: "61 minutes")
        for number in 12..<15 { first.save([response("hero \(number)", "{}")]) }
        await first.flush()
        #expect(try await PostgresServer.shared().sql("SELECT count(*) FROM response", schema) == "3")
    }

    @Test("while the database is away, nothing is found")
    func outage() async throws {
        let server = try await PostgresServer()
        let store = PostgresResponseStore(
            try await .connected(to: server.connectionString()), source: "https://a.example", lifetime: 3_600)
        store.save([response("hero 1", "{}")])
        await store.flush()
        server.crash()
        #expect(await store.load("hero 1", at: now) == nil)
        #expect(await store.indexed(since: nil, limit: 1, at: now) == nil)
        store.save([response("hero 2", "{}")])
        await store.flush()
    }

    @Test("while the standby is away, responses are saved without waiting for it")
    func standby() async throws {
        let server = try await PostgresServer()
        let store = PostgresResponseStore(
            try await .connected(to: server.connectionString()), source: "https://a.example", lifetime: 3_600)
        try await server.sql("ALTER SYSTEM SET synchronous_standby_names = 'missing'")
        try await server.sql("SELECT pg_reload_conf()")
        let isWaiting = Task {
            // The server waits for the missing standby with each durable change, but not at once.
            try? await Database.connected(to: server.connectionString()).run(
                .insert, [identifier(1)], within: .seconds(5))
        }
        _ = await isWaiting.value
        store.save([response("hero 1", "{}")])
        await store.flush()
        #expect(await store.load("hero 1", at: now) != nil)
    }
}
