import Foundation
import PostgreSQL
import Support
import Testing

extension Database {
    /// Connects to a new schema of the shared server.
    static func onSharedServer(connectionCount: Int = 2) async throws -> Database {
        try await connected(to: PostgresServer.shared().newSchema(), connectionCount: connectionCount)
    }

    static func connected(to text: String, connectionCount: Int = 2) async throws -> Database {
        let database = Database(try ConnectionSettings(text), connectionCount: connectionCount)
        try await database.waitUntilConnected(within: Wait.timeout)
        // Every connection, so that the tests know which ones there are.
        _ = try await Wait.until { database.status.connectionCount == connectionCount }
        return database
    }

    /// Returns the error of a statement, and nil for a result.
    func error(of statement: SQLStatement, _ parameters: [SQLValue] = [], within: Duration? = nil) async
        -> DatabaseError?
    {
        do throws(DatabaseError) {
            _ = try await run(statement, parameters, within: within)
            return nil
        } catch {
            return error
        }
    }
}

extension SQLResult {
    var firstRow: SQLRow { get throws { try #require(rows.first) } }
}

extension SQLStatement {
    static let one = SQLStatement.read("SELECT true")
    static let processID = SQLStatement.read("SELECT pg_backend_pid()::bigint")
    static let insert = SQLStatement.write("INSERT INTO visitor (id, revision, list) VALUES ($1, 1, $1)")
    static let count = SQLStatement.read("SELECT count(*) FROM visitor")
    /// Runs for ten seconds.
    static let slowRead = SQLStatement.read("SELECT true FROM pg_sleep(10)")
}

/// Returns a visitor's identifier of 32 bytes.
func identifier(_ number: Int) -> SQLValue { .bytes([UInt8](repeating: UInt8(number), count: 32)) }

/// Returns once the server process sleeps in a statement.
func untilSleeping(_ process: Int, or hasEnded: () -> Bool = { false }) async throws {
    let server = try await PostgresServer.shared()
    let isSleeping = try await Wait.until {
        if hasEnded() { return true }
        return try await server.sql("SELECT wait_event FROM pg_stat_activity WHERE pid = \(process)") == "PgSleep"
    }
    #expect(isSleeping)
}
