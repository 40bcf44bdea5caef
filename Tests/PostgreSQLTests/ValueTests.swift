import PostgreSQL
import Support
import Testing

@Suite("Values of PostgreSQL", .timeLimit(.minutes(5)))
struct ValueTests {
    @Test("a value of every type comes back unchanged, and so does null")
    func roundTrip() async throws {
        let database = try await Database.onSharedServer()
        let statement = SQLStatement.read("SELECT $1::bytea, $2::int8, $3::text, $4::bool, $5::bytea")
        let lists: [[SQLValue]] = [
            [.bytes([0, 255, 10]), .int(.max), .text("Ψ, 'quoted' \\ \n"), .bool(true), .null],
            [.bytes([]), .int(.min), .text(""), .bool(false), .bytes([1])],
            [.null, .null, .null, .null, .null],
            [
                .bytes(Array(repeating: 7, count: 2_000_000)), .int(-1), .text("x"), .bool(true),
                .null,
            ],
        ]
        for values in lists {
            let result = try await database.run(statement, values, within: Wait.timeout)
            #expect(result.rows == [SQLRow(columns: values)])
            #expect(result.count == 1)
        }
    }

    @Test("a column of another type, or one that is missing or null, is an error")
    func accessors() async throws {
        let database = try await Database.onSharedServer()
        let row = try await database.run(.read("SELECT 1::int8, true, NULL::bytea, 'a'::bytea")).firstRow
        #expect(try row.int(0) == 1)
        #expect(try row.bool(1))
        #expect(try row.bytes(3) == Array("a".utf8))
        for column in [1, 2, 3, 4, -1] { #expect(throws: DatabaseError.self) { try row.int(column) } }
        let error = await database.error(of: .read("SELECT interval '1 second'"))
        #expect(error == .unavailable("column 0 has a type that needs a cast (SQLSTATE 42804)"))
        #expect(await database.error(of: .one) == nil)
    }

    @Test("a rejected statement is an error, and the connection stays")
    func rejected() async throws {
        let database = try await Database.onSharedServer(connectionCount: 1)
        let process = try await database.run(.processID)
        _ = try await database.run(.insert, [identifier(1)])
        for (statement, parameters) in [
            (SQLStatement.insert, [identifier(1)]), (.insert, [.bytes([1])]), (.insert, []),
            (.read("SELEC"), []),
        ] {
            let error = await database.error(of: statement, parameters)
            guard case .unavailable = error else { throw error ?? .unavailable("no error") }
        }
        #expect(try await database.run(.processID) == process)
    }
}
