import FoundationEssentials
import PostgreSQL
import Support
import Testing

@Suite("Values of PostgreSQL", .timeLimit(.minutes(5)))
struct ValueTests {
    @Test("a value of every type comes back unchanged, and so does null")
    func roundTrip() async throws {
        let database = try await Database.onSharedServer()
        let statement = SQLStatement.read(
            "values", "SELECT $1::bytea, $2::int8, $3::text, $4::bool, $5::timestamptz, $6::bytea")
        let lists: [[SQLValue]] = [
            [.bytes([0, 255, 10]), .int(.max), .text("Ψ, 'quoted' \\ \n"), .bool(true), .time(date(1.25)), .null],
            [.bytes([]), .int(.min), .text(""), .bool(false), .time(date(-3e9)), .bytes([1])],
            [.null, .null, .null, .null, .null, .null],
            [
                .bytes(Array(repeating: 7, count: 2_000_000)), .int(-1), .text("x"), .bool(true), .time(date(9e9)),
                .null,
            ],
        ]
        for values in lists {
            let result = try await database.run(statement, values, within: Wait.timeout)
            #expect(result.rows == [SQLRow(columns: values)] && result.count == 1)
        }
    }

    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    @Test("times are PostgreSQL's times, and times without a meaning are clamped")
    func times() async throws {
        let database = try await Database.onSharedServer()
        let text = SQLStatement.read("time_text", "SELECT ($1::timestamptz AT TIME ZONE 'UTC')::text")
        #expect(
            try await database.run(text, [.time(date(1_700_000_000.5))]).rows[0].text(0) == "2023-11-14 22:13:20.5")
        for seconds in [Double.infinity, -.infinity, .nan, 1e300] {
            #expect(try await !database.run(text, [.time(date(seconds))]).rows[0].text(0).isEmpty)
        }
    }

    @Test("a column of another type, or one that is missing or null, is an error")
    func accessors() async throws {
        let database = try await Database.onSharedServer()
        let row = try await database.run(.read("row", "SELECT 1::int2, 2::int4, NULL::text, 'a'::text")).rows[0]
        #expect(try row.int(0) == 1 && row.int(1) == 2 && row.text(3) == "a")
        #expect(try row.optional(2, row.text) == nil && row.optional(3, row.text) == "a")
        for column in [2, 3, 4, -1] { #expect(throws: DatabaseError.self) { try row.int(column) } }
        #expect(throws: DatabaseError.self) { try row.optional(4, row.text) }
        let error = await database.error(of: .read("interval", "SELECT interval '1 second'"))
        #expect(error == .unavailable("column 0 has a type that needs a cast (SQLSTATE 42804)"))
        #expect(await database.error(of: .one) == nil)
    }

    @Test("a write returns the number of changed rows, and its rows")
    func counts() async throws {
        let database = try await Database.onSharedServer()
        #expect(try await database.run(.insert, [identifier(1)]) == SQLResult(rows: [], count: 1))
        let update = SQLStatement.write("update", "UPDATE visitor SET revision = $2 WHERE id = $1 RETURNING revision")
        #expect(try await database.run(update, [identifier(2), .int(5)]).count == 0)
        #expect(try await database.run(update, [identifier(1), .int(5)]).rows == [SQLRow(columns: [.int(5)])])
    }

    @Test("a rejected statement is an error, and the connection stays")
    func rejected() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        let process = try await database.run(.processID)
        _ = try await database.run(.insert, [identifier(1)])
        for (statement, parameters) in [
            (SQLStatement.insert, [identifier(1)]), (.insert, [.bytes([1])]), (.insert, []),
            (.read("syntax", "SELEC"), []),
        ] {
            let error = await database.error(of: statement, parameters)
            guard case .unavailable = error else { throw error ?? .conflict("no error") }
        }
        #expect(try await database.run(.processID) == process)
    }
}
