import Foundation
import PostgreSQL
import Support
import Testing

@Suite("Refused connections and the tables", .timeLimit(.minutes(5)))
struct RefusalTests {
    private func refusal(_ text: String) async throws -> String {
        let database = Database(try ConnectionSettings(text), connectionCount: 1)
        let error = await #expect(throws: DatabaseError.self) {
            try await database.waitUntilConnected(within: Wait.timeout)
        }
        guard case .refused(let sentence) = error else { throw error ?? .conflict("no error") }
        #expect(await database.error(of: .one) == .refused(sentence))
        #expect(!sentence.contains(PostgresServer.password) && !sentence.contains("\n"))
        return sentence
    }

    @Test("a wrong password and a missing database are refused, in one sentence without the password")
    func authentication() async throws {
        let server = try await PostgresServer.shared()
        let wrong = try await refusal(server.connectionString(password: "hunter2"))
        #expect(wrong.contains("password authentication failed for user \"heroes\"") && !wrong.contains("hunter2"))
        #expect(try await refusal(server.connectionString(database: "absent")).contains("\"absent\" does not exist"))
    }

    @Test("a role that may not create the tables is refused")
    func privileges() async throws {
        let server = try await PostgresServer.shared()
        let text = try await server.newSchema()
        let role = "reader_\(UUID().uuidString.prefix(8).lowercased())"
        try await server.sql("CREATE ROLE \(role) LOGIN PASSWORD 'hunter2'")
        for (text, reason) in [
            (server.connectionString(), "permission denied for schema public"),
            (text, "no schema has been selected to create in"),
        ] {
            let login = text.replacing("\(PostgresServer.user):\(PostgresServer.password)", with: "\(role):hunter2")
            #expect(try await refusal(login).contains(reason))
        }
    }

    @Test("tables of a later version are refused, unless they are still readable by this one")
    func laterVersion() async throws {
        let server = try await PostgresServer.shared()
        let text = try await server.newSchema()
        try await server.sql("CREATE TABLE schema_version AS SELECT 2::int8 AS number, 2::int8 AS readable_by", text)
        let sentence = try await refusal(text)
        #expect(sentence.contains("need a program that knows version 2; this one knows version 1"))
        #expect(try await server.sql("SELECT to_regclass('visitor') IS NULL", text) == "t")
        try await server.sql("UPDATE schema_version SET readable_by = 1", text)
        let database = try await Database.connected(to: text)
        #expect(await database.error(of: .one) == nil)
    }

    @Test("settings that the server does not know are refused")
    func unknownSettings() async throws {
        let text = try await PostgresServer.shared().connectionString()
        #expect(try await refusal(text + "?options=-cbogus%3D1").contains(#""bogus""#))
        #expect(try await refusal(text + "?client_encoding=bogus").contains("client_encoding"))
    }

    @Test("twelve machines may create the tables at once")
    func schemas() async throws {
        let server = try await PostgresServer.shared()
        let text = try await server.newSchema()
        let databases = try await withThrowingTaskGroup(of: Database.self) { tasks in
            for _ in 0..<12 { tasks.addTask { try await Database.connected(to: text) } }
            return try await tasks.reduce(into: [Database]()) { $0.append($1) }
        }
        for (number, database) in databases.enumerated() {
            _ = try await database.run(.insert, [identifier(number)], within: Wait.timeout)
        }
        #expect(try await server.sql("SELECT number, readable_by FROM schema_version", text) == "1|1")
        let tables = try await server.sql(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace ORDER BY 1",
            text)
        let names = tables.split(separator: "\n")
        #expect(names == ["expiring_value", "lease", "new_visitor", "response", "schema_version", "source", "visitor"])
    }
}
