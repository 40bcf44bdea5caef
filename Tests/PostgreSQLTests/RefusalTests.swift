import Foundation
import PostgreSQL
import Support
import Testing

@Suite("Refused connections and the tables", .timeLimit(.minutes(5)))
struct RefusalTests {
    private func refusal(_ text: String, secret: [UInt8]? = nil) async throws -> String {
        let database = Database(try ConnectionSettings(text), connectionCount: 1, secret: secret)
        let error = await #expect(throws: DatabaseError.self) {
            try await database.waitUntilConnected(within: Wait.timeout)
        }
        guard case .refused(let sentence) = error else { throw error ?? .unavailable("no error") }
        #expect(await database.error(of: .one) == .refused(sentence))
        for phrase in [PostgresServer.password, "\n"] { #expect(!sentence.contains(phrase)) }
        return sentence
    }

    @Test("a wrong password and a missing database are refused, in one sentence without the password")
    func authentication() async throws {
        let server = try await PostgresServer.shared()
        let wrong = try await refusal(server.connectionString(password: "hunter2"))
        #expect(wrong.contains("password authentication failed for user \"heroes\""))
        #expect(!wrong.contains("hunter2"))
        #expect(try await refusal(server.connectionString(database: "absent")).contains("\"absent\" does not exist"))
        #expect(try await refusal(server.connectionString(password: "")).contains("PGPASSWORD"))
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

    @Test("tables and other objects of another program are refused, and nothing is created beside them")
    func foreignTables() async throws {
        let server = try await PostgresServer.shared()
        for (name, script) in [
            ("visitor", "CREATE TABLE visitor (id serial PRIMARY KEY, name text)"),
            ("visitor", "CREATE TABLE visitor (id bytea, revision int, list bytea, last_seen date)"),
            ("visitor", "CREATE VIEW visitor AS SELECT 1 AS id"),
            ("schema_version", "CREATE TABLE schema_version (installed_rank int, version text)"),
            ("source", "CREATE TABLE source (id int, url text)"), ("lease", "CREATE SEQUENCE lease"),
            ("response", "CREATE MATERIALIZED VIEW response AS SELECT 1 AS key"),
            ("new_visitor", "CREATE TABLE new_visitor (network inet)"),
            ("expiring_value", "CREATE TYPE expiring_value AS (key bytea)"),
        ] {
            let text = try await server.newSchema()
            try await server.sql(script, text)
            let sentence = try await refusal(text)
            for phrase in [name, "a database of the site's own"] { #expect(sentence.contains(phrase), "\(sentence)") }
            let tables = try await server.sql(
                "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema::regnamespace",
                text)
            #expect(tables == (script.contains("CREATE TABLE") ? "1" : "0"))
        }
        // In a schema of its own, the tables hide those of others.
        let own = try await server.newSchema()
        let other = try #require(try await server.newSchema().split(separator: "%3D").last)
        try await server.sql("CREATE TABLE \(other).schema_version (version text); CREATE TABLE \(other).visitor ()")
        let database = try await Database.connected(to: own + "," + other)
        _ = try await database.run(.insert, [identifier(1)], within: Wait.timeout)
    }

    @Test("a machine whose secret is not that of the others is refused, and the secret is not stored")
    func secrets() async throws {
        let server = try await PostgresServer.shared()
        let text = try await server.newSchema()
        func connect(_ secret: String?) async throws {
            let database = Database(try ConnectionSettings(text), secret: secret.map { Array($0.utf8) })
            try await database.waitUntilConnected(within: Wait.timeout)
            _ = try await Wait.until { database.status.connectionCount == database.status.connectionLimit }
            #expect(await database.error(of: .one, within: Wait.timeout) == nil)
        }
        for secret in [nil, "correct horse", "correct horse", nil] { try await connect(secret) }
        for secret in ["battery staple", ""] {
            let sentence = try await refusal(text, secret: Array(secret.utf8))
            #expect(sentence.hasPrefix("HEROES_SECRET "))
            #expect(sentence.contains("DELETE FROM lease"))
        }
        #expect(try await server.sql("SELECT octet_length(holder) FROM lease", text) == "2")
        try await server.sql("DELETE FROM lease WHERE name = 'HEROES_SECRET'", text)
        try await connect("")
        #expect(try await refusal(text, secret: Array("correct horse".utf8)).hasPrefix("HEROES_SECRET "))
    }

    @Test("settings that the server does not know are refused, and so are numbers that libpq cannot read")
    func unknownSettings() async throws {
        for parameter in ["port=70000", "connect_timeout=soon", "keepalives_idle=1h"] {
            let sentence = try await refusal("postgresql://127.0.0.1?\(parameter)")
            for phrase in ["connection string", "invalid"] { #expect(sentence.contains(phrase), "\(sentence)") }
        }
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
