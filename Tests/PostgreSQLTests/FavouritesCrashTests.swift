import Basics
import Heroes
import PostgreSQL
import Support
import Testing

@Suite("Favourites and failures of PostgreSQL", .timeLimit(.minutes(5)))
struct FavouritesCrashTests {
    @Test("after kill -9 of the server, everything acknowledged is there")
    func crash() async throws {
        let server = try await PostgresServer()
        let machines = try await TwoMachines(server)
        let ledger = Locked<[Int: Set<Hero.ID>]>([:])
        try await withThrowingTaskGroup { tasks in
            for number in 0..<16 {
                tasks.addTask {
                    let store = number % 2 == 0 ? machines.first : machines.second
                    await Self.addUntilFailure(store, .numbered(UInt64(number))) { id in
                        ledger.withLock { _ = $0[number, default: []].insert(id) }
                    }
                }
            }
            let isWriting = try await Wait.until { ledger.withLock { $0.values.reduce(0) { $0 + $1.count } } > 200 }
            #expect(isWriting)
            server.crash()
            try await tasks.waitForAll()
        }
        try await server.start()
        let after = PostgresFavourites(try await .connected(to: machines.schema))
        for (number, ids) in ledger.withLock({ $0 }) {
            let stored = try await after.favourites(of: .numbered(UInt64(number))).ids
            // At most the change without an answer is there as well.
            #expect(stored.isSuperset(of: ids))
            #expect(stored.count <= ids.count + 1)
        }
    }

    private static func addUntilFailure(
        _ store: PostgresFavourites, _ visitor: Visitor, _ acknowledge: @Sendable (Hero.ID) -> Void
    ) async {
        for id in 0..<1000 {
            do {
                try await store.add(.example(id), for: visitor)
                acknowledge(id)
            } catch {
                return
            }
        }
    }

    @Test("a change whose connection is lost is settled by another one")
    func lostConnection() async throws {
        let machines = try await TwoMachines()
        let visitor = Visitor.numbered(1)
        try await machines.first.add(.example(1), for: visitor)
        try await loseConnections(1, machines)
        let update = try await machines.first.add([.example(2)], for: visitor)
        #expect(update.before.map(\.id) == [1])
        #expect(update.after.ids == [2, 1])
        #expect(try await machines.second.favourites(of: visitor).ids == [2, 1])
    }

    @Test("a change that loses every connection is unconfirmed")
    func unconfirmed() async throws {
        let machines = try await TwoMachines()
        let visitor = Visitor.numbered(1)
        try await machines.first.add(.example(1), for: visitor)
        try await loseConnections(1000, machines)
        let error = await #expect(throws: FavouritesError.self) {
            try await machines.first.remove(1, for: visitor)
        }
        guard case .unconfirmed = error else { throw error ?? .full(limit: 0) }
        #expect(try await machines.second.favourites(of: visitor).ids == [1])
    }

    /// Makes the server end the connections of the next updates while they run.
    private func loseConnections(_ count: Int, _ machines: TwoMachines) async throws {
        try await PostgresServer.shared().sql(
            """
            CREATE SEQUENCE losses;
            CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
              IF nextval('losses') <= \(count) THEN
                PERFORM pg_terminate_backend(pg_backend_pid());
                PERFORM pg_sleep(10);
              END IF;
              RETURN NEW;
            END $$;
            CREATE TRIGGER lose BEFORE UPDATE ON visitor FOR EACH ROW EXECUTE FUNCTION lose();
            """, machines.schema)
    }

    @Test("a change that was committed before its connection was lost is acknowledged, with the list before it")
    func committed() async throws {
        // Only the trigger's transaction waits for a standby, which there is not.
        let server = try await PostgresServer(
            options: ["fsync=off", "synchronous_standby_names=missing", "synchronous_commit=local"])
        let machines = try await TwoMachines(server)
        let visitor = Visitor.numbered(1)
        try await machines.first.add([.example(1), .example(2)], for: visitor)
        try await server.sql(Self.trigger, machines.schema)
        async let update = machines.first.remove(1, for: visitor)
        // The commit is in the log of the server, and its client has no answer.
        let isTerminated = try await Wait.until {
            try await server.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == "t"
        }
        #expect(isTerminated)
        #expect(try await Set(update.before.map(\.id)) == [1, 2])
        #expect(try await update.after.ids == [2])
        #expect(try await machines.second.favourites(of: visitor).ids == [2])
        // The first update was committed; a second one with the same list has confirmed it.
        #expect(try await server.sql("SELECT string_agg(number::text, ' ') FROM committed", machines.schema) == "1 2")
    }

    /// Notes each committed update, and makes the first one wait for a standby.
    private static let trigger = """
        CREATE SEQUENCE updates;
        CREATE TABLE committed (number bigint);
        CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE number bigint = nextval('updates'); BEGIN
          INSERT INTO committed VALUES (number);
          IF number = 1 THEN PERFORM set_config('synchronous_commit', 'on', true); END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER wait BEFORE UPDATE ON visitor FOR EACH ROW EXECUTE FUNCTION wait();
        """
}
