import Foundation

/// Debian's PgBouncer in front of a server, on a free port of 127.0.0.1. It ends with this object.
package final class PgBouncer: Sendable {
    private let server: PostgresServer
    private let port: UInt16
    private let process: PostgresProcess

    /// Starts a pool with at most `poolSize` sessions of the server.
    package init(_ server: PostgresServer, mode: String, poolSize: Int) async throws {
        self.server = server
        let port = try FreePort.find()
        self.port = port
        let folder = "/tmp/heroes-pgbouncer-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let users = "\"\(PostgresServer.user)\" \"\(PostgresServer.password)\"\n"
        let settings = """
            [databases]
            * = host=127.0.0.1 port=\(server.port)
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = \(port)
            unix_socket_dir =
            auth_type = scram-sha-256
            auth_file = \(folder)/users
            pool_mode = \(mode)
            default_pool_size = \(poolSize)

            """
        for (name, text) in [("users", users), ("pgbouncer.ini", settings)] {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        try await PostgresServer.ownByServer([folder, "\(folder)/users", "\(folder)/pgbouncer.ini"])
        // It refuses to run as root, too.
        let command = PostgresServer.asServer(["/usr/sbin/pgbouncer", "\(folder)/pgbouncer.ini"])
        process = try PostgresProcess(command, folder: folder)
        let isReady = try await Wait.until {
            await (try? PostgresServer.run("pg_isready", ["-q", "-h", "127.0.0.1", "-p", "\(port)"])) != nil
        }
        guard isReady else { throw CommandFailure(text: "PgBouncer does not answer; its log is \(folder)/log") }
    }

    deinit { process.end() }

    /// A connection string for a new database.
    package func newDatabase() async throws -> String {
        let name = "test_" + UUID().uuidString.prefix(8).lowercased()
        try await server.sql("CREATE DATABASE \(name)")
        return server.connectionString(database: name).replacing(":\(server.port)/", with: ":\(port)/")
    }
}
