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
            #expect(loaded.key == key && String(decoding: loaded.body, as: UTF8.self) == text)
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
        #expect(await store.indexed(since: nil, limit: 100, at: now)?.map(\.key) == ["0", "1", "2"])
        #expect(await store.indexed(since: nil, limit: 2, at: now)?.map(\.key) == ["1", "2"])
        #expect(await store.indexed(since: now - 3_600, limit: 2, at: now)?.last?.body == Data())
        #expect(await store.indexed(since: now + 60, limit: 100, at: now) == [])
        _ = folder
    }
}
