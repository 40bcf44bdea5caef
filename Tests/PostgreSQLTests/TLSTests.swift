import Foundation
import PostgreSQL
import Support
import Testing

@Suite("PostgreSQL over TLS", .timeLimit(.minutes(5)))
struct TLSTests {
    @Test("with verify-full, only a server with the right certificate and name is accepted")
    func certificates() async throws {
        let folder = try TemporaryFolder()
        for name in ["server", "other"] { try makeCertificate(folder.path + "/" + name) }
        let server = try await PostgresServer(
            options: ["ssl=on", "ssl_cert_file=server.crt", "ssl_key_file=server.key"],
            files: ["server.crt", "server.key"].map { folder.path + "/" + $0 })
        let database = try await Database.connected(to: text(server, folder, "server.crt", "localhost"))
        let isEncrypted = SQLStatement.read("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        #expect(try await database.run(isEncrypted).firstRow.bool(0))
        for (certificate, name, reason) in [
            ("other.crt", "localhost", "certificate verify failed"), ("server.crt", "db1", "does not match host name"),
        ] {
            let error = await #expect(throws: DatabaseError.self) {
                let settings = try ConnectionSettings(text(server, folder, certificate, name))
                try await Database(settings, connectionCount: 1).waitUntilConnected(within: .seconds(1))
            }
            #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
        }
    }

    private func text(_ server: PostgresServer, _ folder: TemporaryFolder, _ certificate: String, _ name: String)
        -> String
    {
        "host=\(name) hostaddr=127.0.0.1 port=\(server.port) user=\(PostgresServer.user) dbname=postgres "
            + "password=\(PostgresServer.password) sslmode=verify-full sslrootcert=\(folder.path)/\(certificate)"
    }

    /// Writes a self-signed certificate for localhost, and its key.
    private func makeCertificate(_ path: String) throws {
        let arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", path + ".key",
            "-out", path + ".crt",
        ]
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
