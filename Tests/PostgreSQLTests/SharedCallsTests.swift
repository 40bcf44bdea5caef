import Heroes
import PostgreSQL
import Support
import Testing

@Suite("Calls of a source by several machines", .timeLimit(.minutes(5)))
struct SharedCallsTests {
    private struct Machines {
        let schema: String
        var counters: [PostgresCallCounter] = []

        init() async throws {
            schema = try await PostgresServer.shared().newSchema()
            for _ in 0..<2 {
                let database = try await Database.connected(to: schema, connectionCount: 4)
                counters.append(PostgresCallCounter(database, source: "https://a.example"))
            }
        }

        /// Moves the calls and the pauses into the past.
        func age(by interval: String) async throws {
            try await PostgresServer.shared().sql(
                """
                UPDATE source SET paused_until = paused_until - interval '\(interval)',
                  recent = ARRAY(SELECT c - interval '\(interval)' FROM unnest(recent) c)
                """, schema)
        }
    }

    @Test("all machines together make as many calls as the limit allows")
    func limit() async throws {
        let machines = try await Machines()
        let counts = await withTaskGroup { tasks in
            for number in 0..<60 {
                tasks.addTask { await machines.counters[number % 2].count("characters", upTo: 25) }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
        let counted = counts.compactMap { if case .counted(let used) = $0 { used } else { nil } }
        #expect(counted.sorted() == Array(1...25))
        let seconds = counts.compactMap { if case .exhausted(let seconds) = $0 { seconds } else { nil } }
        #expect(seconds.count == 35)
        #expect(seconds.allSatisfy { (1...3_600).contains($0) })
        // Each resource has calls of its own, and a reserve lowers the limit.
        #expect(await machines.counters[0].count("issues", upTo: 25) == .counted(1))
        #expect(await machines.counters[0].count("volumes", upTo: 0) == .exhausted(retryAfter: 1))
        // The calls become free one by one.
        try await machines.age(by: "40 minutes")
        #expect(await machines.counters[1].count("characters", upTo: 26) == .counted(26))
        try await machines.age(by: "20 minutes")
        #expect(await machines.counters[0].count("characters", upTo: 2) == .counted(2))
        guard case .exhausted(let seconds) = await machines.counters[0].count("characters", upTo: 2) else {
            throw DatabaseError.unavailable("the limit of two calls allows a third")
        }
        #expect((2_300...2_400).contains(seconds))
    }

    @Test("a pause that the source asks of one machine holds for all")
    func pause() async throws {
        let machines = try await Machines()
        await machines.counters[0].pause("characters", seconds: 90)
        // A shorter pause does not end a longer one.
        await machines.counters[1].pause("characters", seconds: 1)
        for (age, range) in [(0, 1...90), (80, 1...10)] {
            try await machines.age(by: "\(age) seconds")
            guard case .paused(let seconds) = await machines.counters[1].count("characters", upTo: 10) else {
                throw DatabaseError.unavailable("a call during the pause")
            }
            #expect(range.contains(seconds))
        }
        #expect(await machines.counters[1].count("issues", upTo: 10) == .counted(1))
        try await machines.age(by: "10 seconds")
        #expect(await machines.counters[0].count("characters", upTo: 10) == .counted(1))
    }

    @Test("while the database is away, a machine makes a twentieth of the calls, and they are counted later")
    func outage() async throws {
        let server = try await PostgresServer()
        let database = try await Database.connected(to: server.connectionString())
        let counter = PostgresCallCounter(database, source: "https://a.example")
        #expect(await counter.count("", upTo: 100) == .counted(1))
        // Unlike a crash, it loses no calls of the last second.
        server.stop()
        #expect(try await Wait.until { database.status.error != nil })
        for number in 1...5 { #expect(await counter.count("", upTo: 100) == .counted(number)) }
        #expect(await counter.count("", upTo: 100) == .exhausted(retryAfter: 60))
        try await server.start()
        try await database.waitUntilConnected(within: Wait.timeout)
        #expect(await counter.count("", upTo: 100) == .counted(7))
    }
}

@Suite("Work of one machine at a time", .timeLimit(.minutes(5)))
struct LeaseTests {
    @Test("one machine holds a lease, renews it, and loses it to another after 90 seconds without")
    func lease() async throws {
        let schema = try await PostgresServer.shared().newSchema()
        let database = try await Database.connected(to: schema)
        let (first, second) = (
            PostgresLease(database, name: "index"), PostgresLease(try await .connected(to: schema), name: "index")
        )
        #expect(await first.acquire())
        #expect(await !second.acquire())
        #expect(await first.acquire())
        #expect(await PostgresLease(database, name: "other").acquire())
        try await PostgresServer.shared().sql("UPDATE lease SET expires = expires - interval '90 seconds'", schema)
        #expect(await second.acquire())
        #expect(await !first.acquire())
    }
}
