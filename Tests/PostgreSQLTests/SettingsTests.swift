@testable import PostgreSQL
import Testing

@Suite("Connection strings")
struct SettingsTests {
    private func settings(
        _ text: String, _ environment: [String: String] = [:]
    ) throws(DatabaseError) -> ConnectionSettings {
        try ConnectionSettings(text) { environment[$0] }
    }

    @Test("URIs and pairs are read, with one attempt per host")
    func hosts() throws {
        let uri = try settings("postgresql://me@db1,db2:6000/heroes?sslmode=verify-full&sslrootcert=/ca.crt")
        #expect(uri.hosts.map { $0["host"] } == ["db1", "db2"] && uri.hosts.map { $0["port"] } == [nil, "6000"])
        #expect(uri.hosts.allSatisfy { $0["sslrootcert"] == "/ca.crt" && $0["dbname"] == "heroes" })
        let pairs = try settings("host=a,b,c port=6000 user=me sslmode=require connect_timeout=7")
        #expect(pairs.hosts.map { $0["port"] } == ["6000", "6000", "6000"])
        #expect(pairs.connectTimeout == .seconds(7))
        #expect(try settings("").hosts.count == 1)
    }

    @Test("defaults are added unless the string has a value")
    func defaults() throws {
        let host = try #require(
            try settings("host=/run/postgresql keepalives_idle=60 application_name=mine").hosts.first)
        #expect(host["keepalives_idle"] == "60" && host["application_name"] == "mine")
        #expect(host["target_session_attrs"] == "read-write" && host["tcp_user_timeout"] == "5000")
        #expect(host["keepalives_interval"] == "3" && host["keepalives_count"] == "3" && host["connect_timeout"] == "2")
    }

    @Test("other hosts than sockets and loopback need an sslmode")
    func sslmode() throws {
        for text in [
            "host=db1", "postgresql://u@10.0.0.1/x", "host=localhost,db1", "hostaddr=10.0.0.1",
            "host=localhost hostaddr=10.0.0.1", "service=mine",
        ] {
            let error = #expect(throws: DatabaseError.self) { try settings(text) }
            #expect(error?.reason.hasPrefix("the connection string has no sslmode for ") == true)
            #expect(try !settings(text, ["PGSSLMODE": "require"]).hosts.isEmpty)
        }
        for text in [
            "", "host=/tmp", "host=localhost", "host=127.0.0.1,::1", "host=db1 hostaddr=127.0.0.2",
            "postgresql:///heroes",
        ] { #expect(try !settings(text).hosts.isEmpty) }
        #expect(throws: DatabaseError.self) { try settings("", ["PGHOST": "db1"]) }
    }

    @Test("no description and no error contains the password")
    func password() throws {
        let settings = try settings("postgresql://me:hunter2@localhost:6000/heroes?sslmode=disable")
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(settings)", String(reflecting: settings), String(describing: [settings]), dumped] {
            #expect(text.contains("localhost:6000, database heroes, user me") && !text.contains("hunter2"))
        }
        for text in ["postgresql//me:hunter2@localhost", "password=hunter2 hunter2", "port=1,hunter2,3 host=a,b"] {
            let error = #expect(throws: DatabaseError.self) { try self.settings(text) }
            guard case .refused(let sentence) = error else { throw error ?? .conflict("no error") }
            #expect(!sentence.contains("hunter2") && sentence.contains("connection string"))
        }
    }
}
