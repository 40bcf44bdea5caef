import Basics
import Heroes
import PostgreSQL
import Support
import Testing

/// Two stores on one schema, as on two machines, with a clock that the test advances.
struct TwoMachines {
    let schema: String
    let first: PostgresFavourites
    let second: PostgresFavourites
    let clock = Locked(0)

    init(_ server: PostgresServer? = nil) async throws {
        if let server {
            schema = try await server.newSchema()
        } else {
            schema = try await PostgresServer.shared().newSchema()
        }
        let now = { @Sendable [clock] in MonotonicTime(milliseconds: clock.withLock { $0 }) }
        first = PostgresFavourites(try await .connected(to: schema, connectionCount: 4), now: now)
        second = PostgresFavourites(try await .connected(to: schema, connectionCount: 4), now: now)
    }
}

@Suite("Favourites on two machines", .timeLimit(.minutes(5)))
struct SharedFavouritesTests {
    private let visitor = Visitor.numbered(1)

    @Test("a change on one machine is seen on the other at once with its revision, and within two seconds without")
    func seen() async throws {
        let machines = try await TwoMachines()
        let first = try await machines.first.add(.example(1), for: visitor)
        #expect(try await machines.second.favourites(of: visitor).ids == [1])
        let second = try await machines.first.add(.example(2), for: visitor)
        #expect(try await machines.second.favourites(of: visitor).ids == [1])
        #expect(machines.second.cachedFavourites(of: visitor, since: first.after.revision)?.ids == [1])
        #expect(machines.second.cachedFavourites(of: visitor, since: second.after.revision) == nil)
        #expect(try await machines.second.favourites(of: visitor, since: second.after.revision).ids == [1, 2])
        // A revision that no change had only makes the store read the row.
        #expect(machines.second.cachedFavourites(of: visitor, since: .max) == nil)
        #expect(try await machines.second.favourites(of: visitor, since: .max).ids == [1, 2])
        try await machines.first.remove(1, for: visitor)
        machines.clock.withLock { $0 += 1_999 }
        #expect(machines.second.cachedFavourites(of: visitor)?.ids == [1, 2])
        machines.clock.withLock { $0 += 1 }
        #expect(machines.second.cachedFavourites(of: visitor) == nil)
        #expect(try await machines.second.favourites(of: visitor).ids == [2])
    }

    @Test("a change of a list in memory that the other machine has changed, or deleted, is made on the row")
    func outdated() async throws {
        let machines = try await TwoMachines()
        try await machines.first.add(.example(1), for: visitor)
        try await machines.second.add(.example(2), for: visitor)
        let update = try await machines.first.add(.example(3), for: visitor)
        #expect(update.before.map(\.id) == [2, 1])
        #expect(update.after.ids == [1, 2, 3])
        try await machines.first.forget(visitor)
        // The second machine has heroes 1 and 2 in memory.
        #expect(try await machines.second.add([.example(4)], forExisting: visitor) == nil)
        #expect(try await machines.second.add(.example(4), for: visitor).after.ids == [4])
        // The first machine has no list in memory.
        #expect(try await machines.first.remove(4, for: visitor).before.map(\.id) == [4])
    }

    @Test("a list that the other machine has shortened is not full")
    func full() async throws {
        let machines = try await TwoMachines()
        try await machines.first.add((1...1000).map { .example($0) }, for: visitor)
        #expect(try await machines.second.favourites(of: visitor).list.count == 1000)
        try await machines.first.remove(1, for: visitor)
        #expect(try await machines.second.add(.example(1001), for: visitor).after.list.count == 1000)
        await #expect(throws: FavouritesError.full(limit: 1000)) {
            try await machines.first.add(.example(1002), for: visitor)
        }
    }

    @Test("tasks of both machines that change one visitor lose nothing")
    func concurrent() async throws {
        let machines = try await TwoMachines()
        try await withThrowingTaskGroup { tasks in
            for id in 0..<60 {
                tasks.addTask {
                    let store = id % 2 == 0 ? machines.first : machines.second
                    try await store.add(.example(id), for: visitor)
                    if id % 3 == 0 { try await store.remove(id, for: visitor) }
                }
            }
            try await tasks.waitForAll()
        }
        machines.clock.withLock { $0 += 2_000 }
        #expect(try await machines.first.favourites(of: visitor).ids == Set((0..<60).filter { $0 % 3 != 0 }))
    }

    @Test("the first visit of a day is noted, so that the row does not expire")
    func lastSeen() async throws {
        let machines = try await TwoMachines()
        let server = try await PostgresServer.shared()
        try await machines.first.add(.example(1), for: visitor)
        try await server.sql("UPDATE visitor SET last_seen = CURRENT_DATE - 9", machines.schema)
        let revision = try await machines.second.favourites(of: visitor).revision
        let isNoted = try await Wait.until {
            try await server.sql("SELECT last_seen = CURRENT_DATE FROM visitor", machines.schema) == "t"
        }
        #expect(isNoted)
        machines.clock.withLock { $0 += 2_000 }
        #expect(try await machines.first.favourites(of: visitor).revision == revision)
    }

    @Test("a damaged row is an error, never an empty list")
    func damaged() async throws {
        let machines = try await TwoMachines()
        try await machines.first.add(.example(1), for: visitor)
        try await PostgresServer.shared().sql("UPDATE visitor SET list = 'x'", machines.schema)
        let expected = FavouritesError.unavailable("the row of a visitor is damaged: the header is incomplete")
        await #expect(throws: expected) { try await machines.second.favourites(of: visitor) }
        await #expect(throws: expected) { try await machines.second.add(.example(2), for: visitor) }
    }
}
