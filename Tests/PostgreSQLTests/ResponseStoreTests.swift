import Caching
import FoundationEssentials
import Heroes
import PostgreSQL
import Support
import Testing

/// The stores of responses.
enum ResponseStoreKind: CaseIterable, Sendable {
    case file, postgres

    /// Returns a new store, and the folder of its file.
    func store() async throws -> (store: any ResponseStore, folder: TemporaryFolder?) {
        switch self {
        case .file:
            let folder = try TemporaryFolder()
            return (ResponseFile(path: folder.path + "/responses.sqlite"), folder)
        case .postgres:
            let database = try await Database.onSharedServer()
            return (PostgresResponseStore(database, source: "https://a.example", lifetime: 3_600), nil)
        }
    }
}

@Suite("Stores of responses", .timeLimit(.minutes(5)))
struct ResponseStoreTests {
    @Test(
        "the latest of the saved responses is loaded, and none after its removal", arguments: ResponseStoreKind.allCases
    )
    func saved(kind: ResponseStoreKind) async throws {
        let (store, folder) = try await kind.store()
        let now = Date()
        let key = "search 0 20 Söhne & /..\0"
        for text in ["{}", #"{"a":"ü\u0000"}"#] {
            store.save([StoredResponse(key, date: now, body: Data(text.utf8))])
            await store.flush()
            let loaded = try #require(await store.load(key, at: now))
            #expect(loaded.key == key)
            #expect(String(decoding: loaded.body, as: UTF8.self) == text)
            #expect(abs(loaded.date.timeIntervalSince(now)) < 60)
        }
        #expect(await store.load("search 0 20", at: now) == nil)
        store.remove(key)
        await store.flush()
        #expect(await store.load(key, at: now) == nil)
        _ = folder
    }

    @Test(
        "of the indexed responses, also the absent ones, the latest are listed last",
        arguments: ResponseStoreKind.allCases)
    func index(kind: ResponseStoreKind) async throws {
        let (store, folder) = try await kind.store()
        let now = Date()
        for (second, text) in ["1", "2", ""].enumerated() {
            store.save([
                StoredResponse("\(second)", isIndexed: true, date: now + Double(second), body: Data(text.utf8)),
                StoredResponse("other \(second)", date: now, body: Data("{}".utf8)),
            ])
            await store.flush()
        }
        #expect(await store.indexed(since: nil, at: now)?.map(\.key) == ["0", "1", "2"])
        #expect(await store.indexed(since: now - 3_600, at: now)?.last?.body == Data())
        #expect(await store.indexed(since: now + 60, at: now) == [])
        _ = folder
    }
}

@Suite("Responses of a source for several machines", .timeLimit(.minutes(5)))
struct SharedResponsesTests {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    private func store(_ text: String, _ source: String = "https://a.example") async throws -> PostgresResponseStore {
        PostgresResponseStore(try await .connected(to: text), source: source, lifetime: 3_600)
    }

    private func response(_ key: String, isIndexed: Bool = false) -> StoredResponse {
        StoredResponse(key, isIndexed: isIndexed, date: now, body: Data("{}".utf8))
    }

    private func age(_ schema: String, by interval: String) async throws {
        try await PostgresServer.shared().sql(
            "UPDATE response SET fetched = fetched - interval '\(interval)'", schema)
    }

    @Test("other machines find the responses of their source, with their age by the server's clock")
    func saved() async throws {
        let schema = try await PostgresServer.shared().newSchema()
        let (first, second) = (try await store(schema), try await store(schema))
        let other = try await store(schema, "https://b.example")
        for key in ["a", "b"] {
            first.save([response(key, isIndexed: true)])
            await first.flush()
            try await age(schema, by: "1 minute")
        }
        let loaded = try #require(await second.load("a", at: now))
        #expect((120.0..<180).contains(now.timeIntervalSince(loaded.date)))
        #expect(await second.indexed(since: nil, at: now)?.map(\.key) == ["a", "b"])
        #expect(await second.indexed(since: now - 90, at: now)?.map(\.key) == ["b"])
        #expect(await other.load("a", at: now) == nil)
        #expect(await other.indexed(since: nil, at: now) == [])
    }

    @Test("old responses are deleted when others are saved")
    func old() async throws {
        let schema = try await PostgresServer.shared().newSchema()
        let store = try await store(schema)
        for number in 0..<12 { store.save([response("hero \(number)")]) }
        await store.flush()
        try await age(schema, by: "61 minutes")
        for number in 12..<15 { store.save([response("hero \(number)")]) }
        await store.flush()
        #expect(try await PostgresServer.shared().sql("SELECT count(*) FROM response", schema) == "3")
    }

    @Test("without the standby responses are saved at once, and without the database nothing is found")
    func outage() async throws {
        let server = try await PostgresServer()
        let store = try await store(server.connectionString())
        try await server.sql("ALTER SYSTEM SET synchronous_standby_names = 'missing'")
        try await server.sql("SELECT pg_reload_conf()")
        // The server waits for the missing standby with each durable change, but not at once.
        _ = try await Database.connected(to: server.connectionString()).error(
            of: .insert, [identifier(1)], within: .seconds(5))
        store.save([response("hero 1")])
        await store.flush()
        #expect(await store.load("hero 1", at: now) != nil)
        server.crash()
        #expect(await store.load("hero 1", at: now) == nil)
        #expect(await store.indexed(since: nil, at: now) == nil)
        store.save([response("hero 2")])
        await store.flush()
    }
}
