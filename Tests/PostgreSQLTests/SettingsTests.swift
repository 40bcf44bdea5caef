@testable import PostgreSQL
import Testing

@Suite("Connection strings")
struct SettingsTests {
    private func settings(_ text: String) throws(DatabaseError) -> ConnectionSettings { try ConnectionSettings(text) }

    @Test("defaults are added unless the string has a value, and a server that accepts writes is used in any case")
    func defaults() throws {
        let uri = try settings("postgresql://me@db1,db2:6000/heroes?sslmode=verify-full&sslrootcert=/ca.crt").options
        for (name, value) in ["host": "db1,db2", "port": ",6000", "sslrootcert": "/ca.crt"] {
            #expect(uri[name] == value, "\(name)")
        }
        let options = try settings(
            "host=/run/postgresql keepalives_idle=60 application_name=mine target_session_attrs=any"
        ).options
        let expected = [
            "keepalives_idle": "60", "application_name": "mine", "target_session_attrs": "read-write",
            "connect_timeout": "2",
        ]
        #expect(options.filter { expected.keys.contains($0.key) } == expected)
    }

    @Test("other hosts than sockets and loopback need an sslmode")
    func sslmode() throws {
        for text in [
            "host=db1", "postgresql://u@10.0.0.1/x", "host=localhost,db1", "hostaddr=10.0.0.1",
            "host=localhost hostaddr=10.0.0.1",
        ] {
            let error = #expect(throws: DatabaseError.self) { try settings(text) }
            #expect(error?.reason.hasPrefix("the connection string has no sslmode for ") == true)
            #expect(try !settings(text + (text.contains("://") ? "?" : " ") + "sslmode=prefer").options.isEmpty)
        }
        for text in [
            "", "host=/tmp", "host=localhost", "host=127.0.0.1,::1", "host=db1 hostaddr=127.0.0.2",
            "postgresql:///heroes",
        ] { #expect(try !settings(text).options.isEmpty) }
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
        ] {
            let error = #expect(throws: DatabaseError.self) { try settings(text) }
            guard case .refused(let sentence) = error else { throw error ?? .unavailable("no error for \(text)") }
            for phrase in [reason, "connection string"] { #expect(sentence.contains(phrase), "\(sentence)") }
            for phrase in ["hunter2", "\n"] { #expect(!sentence.contains(phrase)) }
        }
    }

    @Test("no description and no error contains the password")
    func password() throws {
        let settings = try settings("postgresql://me:hunter2@localhost:6000/heroes?sslmode=disable")
        var dumped = ""
        dump(settings, to: &dumped)
        for text in ["\(settings)", String(reflecting: settings), String(describing: [settings]), dumped] {
            #expect(text.contains("localhost:6000, database heroes, user me"))
            #expect(!text.contains("hunter2"))
        }
        for text in ["postgresql//me:hunter2@localhost", "password=hunter2 hunter2", "port=1,hunter2,3 host=a,b"] {
            let error = #expect(throws: DatabaseError.self) { try self.settings(text) }
            guard case .refused(let sentence) = error else { throw error ?? .unavailable("no error") }
            #expect(!sentence.contains("hunter2"))
            #expect(sentence.contains("connection string"))
        }
    }
}
