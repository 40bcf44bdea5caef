import Basics
import FoundationEssentials
import Heroes
import PostgreSQL
import Support
import Testing

@testable import Storage

/// The kinds of stores that the contract tests cover.
enum StoreKind: CaseIterable, Sendable {
    case memory, file, postgres

    /// The stores that can run on this machine.
    static let allCases: [StoreKind] = [.memory, .file] + (PostgresServer.isWanted ? [.postgres] : [])

    func make(in folder: TemporaryFolder, limit: Int = 1000) async throws -> any FavouritesStore {
        switch self {
        case .memory: return MemoryStore(limit: limit)
        case .file: return try FileStore(folder: folder.path, limit: limit)
        case .postgres:
            let schema = try await PostgresServer.shared().newSchema()
            let database = Database(try ConnectionSettings(schema), connectionCount: 4)
            try await database.waitUntilConnected(within: Wait.timeout)
            // With a clock that stands still, memory is always used.
            return PostgresFavourites(database, limit: limit) { MonotonicTime(milliseconds: 0) }
        }
    }
}

/// The contract of every store of favourites.
@Suite struct ContractTests {
    private let visitor = Visitor.numbered(1)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("an unknown visitor has no favourites", arguments: StoreKind.allCases)
    func unknown(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        #expect(try await store.favourites(of: visitor).list == [])
        #expect(try folder.files() == [])
    }

    @Test(
        "the newest favourite comes first, and of two with the same time the later call", arguments: StoreKind.allCases)
    func order(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        for (id, time) in [(1, 10.0), (2, 30), (3, 20), (4, 20), (5, 40), (6, 5)] {
            try await store.add(.example(id, after: time), for: visitor)
        }
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [5, 2, 4, 3, 1, 6])
    }

    @Test("times are rounded to milliseconds and clamped", arguments: StoreKind.allCases)
    func times(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        let times: [Double] = [0.9994, -5, .infinity, -.infinity, .nan, 1e300]
        for (id, time) in times.enumerated() {
            let favourite = Favourite(id: id, name: "", thumbnail: nil, added: Date(timeIntervalSince1970: time))
            try await store.add(favourite, for: visitor)
        }
        let stored = try await store.favourites(of: visitor).list.sorted { $0.id < $1.id }
        let milliseconds = stored.map { ($0.added.timeIntervalSince1970 * 1000).rounded() }
        #expect(milliseconds == [999, 0, 253_402_300_799_999, 0, 0, 253_402_300_799_999])
    }

    @Test("a full list rejects more favourites until one is removed", arguments: StoreKind.allCases)
    func full(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder, limit: 3)
        for id in 1...3 { try await store.add(.example(id), for: visitor) }
        await #expect(throws: FavouritesError.full(limit: 3)) { try await store.add(.example(4), for: visitor) }
        try await store.add(.example(2), for: visitor)
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [3, 2, 1])
        try await store.remove(1, for: visitor)
        try await store.add(.example(4), for: visitor)
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [4, 3, 2])
    }

    @Test("a list is merged with the existing one, in order", arguments: StoreKind.allCases)
    func merge(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        try await store.add(.example(2, after: 5), for: visitor)
        let list = [(4, 9.0), (3, 5), (2, 5), (5, 5), (1, 0)].map { Favourite.example($0, after: $1) }
        try await store.add(list, for: visitor)
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [4, 3, 5, 2, 1])
        let stored = try await store.favourites(of: visitor)
        try await store.add(list.reversed(), for: visitor)
        try await store.add([], for: visitor)
        #expect(try await store.favourites(of: visitor).version == stored.version)
        let other = Visitor.numbered(2)
        try await store.add(stored.list, for: other)
        #expect(try await store.favourites(of: other).list == stored.list)
        try await store.add([.example(6), .example(6, after: 60)], for: other)
        #expect(try await store.favourites(of: other).list.first { $0.id == 6 } == .example(6))
    }

    @Test("nothing of a list over the limit is added", arguments: StoreKind.allCases)
    func allOrNone(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder, limit: 5)
        try await store.add((1...3).map { .example($0) }, for: visitor)
        let stored = try await store.favourites(of: visitor)
        await #expect(throws: FavouritesError.full(limit: 5)) {
            try await store.add((2...6).map { .example($0) }, for: visitor)
        }
        #expect(try await store.favourites(of: visitor).list == stored.list)
        try await store.add((2...5).map { .example($0) }, for: visitor)
        try await store.add((1...5).map { .example($0) }, for: visitor)
        #expect(try await store.favourites(of: visitor).ids == [1, 2, 3, 4, 5])
        await #expect(throws: FavouritesError.full(limit: 5)) {
            try await store.add((1...6).map { .example($0) }, for: .numbered(2))
        }
        #expect(try await store.add([], forExisting: .numbered(2)) == nil)
    }

    @Test("cached favourites are the acknowledged ones, or nil", arguments: StoreKind.allCases)
    func cached(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        let steps: [@Sendable () async throws -> Void] = [
            { try await store.add(.example(1), for: visitor) }, { try await store.add(.example(2), for: visitor) },
            { try await store.remove(1, for: visitor) }, { try await store.remove(2, for: visitor) },
            { try await store.forget(visitor) }, { try await store.add(.example(3), for: visitor) },
        ]
        for step in steps {
            try await step()
            let before = store.cachedFavourites(of: visitor)
            let stored = try await store.favourites(of: visitor)
            let after = store.cachedFavourites(of: visitor)
            for cached in [before, after].compactMap(\.self) {
                #expect(cached.list == stored.list)
                #expect(cached.ids == Set(stored.list.map(\.id)))
                #expect(cached.version == stored.version)
            }
            if !stored.list.isEmpty { #expect(after != nil) }
        }
    }

    @Test("equal lists have equal versions, different lists different ones", arguments: StoreKind.allCases)
    func version(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        var versions = [try await store.favourites(of: visitor).version]
        for favourite in [.example(1), .example(2, after: 60), Favourite.example(3)] {
            try await store.add(favourite, for: visitor)
            versions.append(try await store.favourites(of: visitor).version)
        }
        #expect(Set(versions).count == 4)
        for (hero, version) in [(3, versions[2]), (2, versions[1]), (1, versions[0])] {
            try await store.remove(hero, for: visitor)
            #expect(try await store.favourites(of: visitor).version == version)
        }
        try await store.add([.example(1), .example(2)], for: visitor)
        #expect(try await !versions.contains(store.favourites(of: visitor).version))
    }

    @Test("a forgotten visitor has no favourites and can add new ones", arguments: StoreKind.allCases)
    func forget(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        try await store.forget(visitor)
        for id in 1...3 { try await store.add(.example(id), for: visitor) }
        try await store.forget(visitor)
        #expect(try await store.favourites(of: visitor).list == [])
        #expect(try folder.files() == [])
        try await store.add(.example(4), for: visitor)
        #expect(try await store.favourites(of: visitor).list == [.example(4)])
    }

    @Test("adding for existing visitors ignores an unknown visitor", arguments: StoreKind.allCases)
    func forExisting(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder, limit: 2)
        #expect(try await store.add([.example(1)], forExisting: visitor) == nil)
        #expect(try await store.favourites(of: visitor).list == [])
        #expect(try folder.files() == [])
        try await store.add(.example(1), for: visitor)
        try await store.remove(1, for: visitor)
        #expect(try await store.add([.example(1), .example(2, after: 2)], forExisting: visitor) != nil)
        #expect(try await store.favourites(of: visitor).list.map(\.id) == [2, 1])
        await #expect(throws: FavouritesError.full(limit: 2)) {
            try await store.add([.example(3)], forExisting: visitor)
        }
        try await store.forget(visitor)
        #expect(try await store.add([.example(1)], forExisting: visitor) == nil)
        #expect(try folder.files() == [])
    }

    @Test(
        "removing returns the favourites before, and ignores a hero that is none of them", arguments: StoreKind.allCases
    )
    func remove(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        #expect(try await store.remove(1, for: visitor).before == [])
        #expect(try folder.files() == [])
        let list = (1...3).reversed().map { Favourite.example($0, after: Double($0)) }
        try await store.add(list, for: visitor)
        #expect(try await store.remove(2, for: visitor).before == list)
        #expect(try await store.remove(7, for: visitor).before.map(\.id) == [3, 1])
        #expect(try await store.remove([], for: visitor).before.map(\.id) == [3, 1])
        #expect(try await store.remove([1, 3], for: visitor).before.map(\.id) == [3, 1])
        #expect(try await store.remove(3, for: visitor).before == [])
    }

    @Test("a change returns the favourites after it, with the revision of the store", arguments: StoreKind.allCases)
    func update(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        var updates = [try await store.add(.example(1), for: visitor)]
        updates.append(try await store.add([.example(2)], for: visitor))
        updates.append(try #require(try await store.add([.example(3)], forExisting: visitor)))
        updates.append(try await store.remove(2, for: visitor))
        #expect(updates.map { $0.after.list.map(\.id) } == [[1], [2, 1], [3, 2, 1], [3, 1]])
        let stored = try await store.favourites(of: visitor, since: updates.last?.after.revision)
        #expect(stored.list == updates.last?.after.list)
        #expect(stored.revision == updates.last?.after.revision)
        let revisions = updates.compactMap(\.after.revision)
        #expect(revisions == revisions.sorted())
        #expect(Set(revisions).count == (kind == .postgres ? 4 : 0))
    }

    @Test("visitors do not see each other's favourites", arguments: StoreKind.allCases)
    func separation(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        for number in 1...5 { try await store.add(.example(number), for: .numbered(UInt64(number))) }
        try await store.forget(.numbered(3))
        for number in 1...5 {
            let stored = try await store.favourites(of: .numbered(UInt64(number))).list
            #expect(stored == (number == 3 ? [] : [.example(number)]))
        }
    }

    @Test("64 tasks that change one visitor at once lose nothing", arguments: StoreKind.allCases)
    func concurrency(kind: StoreKind) async throws {
        let store = try await kind.make(in: folder)
        try await withThrowingTaskGroup { tasks in
            for id in 0..<64 {
                tasks.addTask {
                    for _ in 0..<5 {
                        try await store.add(.example(id), for: visitor)
                        try await store.remove(id, for: visitor)
                    }
                    if id % 4 != 0 { try await store.add(.example(id), for: visitor) }
                    let isStored = try await store.favourites(of: visitor).list.contains { $0.id == id }
                    #expect(isStored == (id % 4 != 0))
                }
            }
            try await tasks.waitForAll()
        }
        let stored = try await store.favourites(of: visitor).list.map(\.id).sorted()
        #expect(stored == (0..<64).filter { $0 % 4 != 0 })
    }
}
