import Heroes
import PostgreSQL
import Support
import Testing

@Suite("Changes whose confirmation is lost", .timeLimit(.minutes(5)))
struct CommittedChangeTests {
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
