@testable import PostgreSQL
import Testing

@Suite("Connection strings")
struct SettingsTests {
    private func settings(_ text: String) throws(DatabaseError) -> ConnectionSettings { try ConnectionSettings(text) }

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
            "host=localhost hostaddr=10.0.0.1",
        ] {
            let error = #expect(throws: DatabaseError.self) { try settings(text) }
            #expect(error?.reason.hasPrefix("the connection string has no sslmode for ") == true)
            #expect(try !settings(text + (text.contains("://") ? "?" : " ") + "sslmode=prefer").hosts.isEmpty)
        }
        for text in [
            "", "host=/tmp", "host=localhost", "host=127.0.0.1,::1", "host=db1 hostaddr=127.0.0.2",
            "postgresql:///heroes",
        ] { #expect(try !settings(text).hosts.isEmpty) }
    }

    @Test("values that libpq refuses are refused, with the reason")
    func values() throws {
        for (text, reason) in [
            ("host=localhost sslmode=bogus", #"invalid sslmode value: "bogus""#),
            ("postgresql://u:hunter2@10.0.0.1/x?gssencmode=always", #"invalid gssencmode value: "always""#),
            ("host=a,b port=1,2,3 sslmode=disable", "could not match 3 port numbers to 2 hosts"),
            ("host=a hostaddr=127.0.0.1,127.0.0.2", "could not match 1 host names to 2 hostaddr values"),
            ("ssl_min_protocol_version=TLSv9", "invalid ssl_min_protocol_version value"),
            ("channel_binding=x", "invalid channel_binding value"), ("service=absent", #""absent" not found"#),
            ("host=localhost,127.0.0.1 port=5432,543x", "port: 5432,543x"), ("port=70000", "port: 70000"),
            ("connect_timeout=soon", "connect_timeout: soon"), ("keepalives_idle=1h", "keepalives_idle: 1h"),
            ("target_session_attrs=standby", "target_session_attrs"),
            ("target_session_attrs=no", "target_session_attrs"),
        ] {
            let error = #expect(throws: DatabaseError.self) { try settings(text) }
            guard case .refused(let sentence) = error else { throw error ?? .conflict("no error for \(text)") }
            #expect(sentence.contains(reason) && sentence.contains("connection string"), "\(sentence)")
            #expect(!sentence.contains("hunter2") && !sentence.contains("\n"))
        }
    }

    @Test("a server that accepts writes is used, whatever the string says")
    func attributes() throws {
        for text in ["target_session_attrs=any", "target_session_attrs=primary", ""] {
            #expect(try settings(text).hosts.allSatisfy { $0["target_session_attrs"] == "read-write" })
        }
    }

    @Test("a name has one attempt per address, and keeps its name for TLS")
    func addresses() throws {
        var settings = try settings("host=db1,/run,[::1],gone,db2 hostaddr=,,::1,,10.0.0.2 sslmode=require")
        settings.resolve = { $0 == "db1" ? ["2001:db8::1", "10.0.0.1"] : [] }
        let attempts = settings.hosts.flatMap(settings.attempts)
        #expect(attempts.map { $0["hostaddr"] } == ["2001:db8::1", "10.0.0.1", nil, "::1", nil, "10.0.0.2"])
        #expect(attempts.map { $0["host"] } == ["db1", "db1", "/run", "[::1]", "gone", "db2"])
        #expect(try self.settings("").resolve("127.0.0.1") == ["127.0.0.1"])
        #expect(try self.settings("").resolve("absent.invalid").isEmpty)
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
