import Foundation
import Synchronization

/// A PostgreSQL server on a free port of 127.0.0.1, in a temporary folder of its own. It ends with this object, and with
/// the test process however that ends.
package final class PostgresServer: Sendable {
    package let port: UInt16
    /// In /tmp, because the server runs as another user than root and must reach it.
    package let folder: String
    private let options: [String]
    private let process = Mutex<PostgresProcess?>(nil)

    package static let user = "heroes"
    package static let password = "not-secret-72"

    /// False in `script/test --fast`, which does not need PostgreSQL.
    package static var isWanted: Bool { ProcessInfo.processInfo.environment["WITHOUT_POSTGRESQL"] == nil }

    /// The server that tests share, each in a schema of its own; without fsync.
    package static func shared() async throws -> PostgresServer { try await sharedTask.value }

    private static let sharedTask = Task { try await PostgresServer(options: ["fsync=off", "max_connections=300"]) }

    /// Creates an empty database cluster and starts it with `options` such as "fsync=off". `files` are
    /// copied to the cluster's folder.
    package convenience init(options: [String] = [], files: [String] = []) async throws {
        try await self.init(options: options) { folder in
            let passwordFile = folder + "/password"
            try Data(Self.password.utf8).write(to: URL(filePath: passwordFile))
            try await Self.ownByServer([passwordFile])
            try await Self.run(
                "initdb",
                ["-D", folder + "/data", "-U", Self.user, "-N", "-A", "scram-sha-256"]
                    + ["--pwfile", passwordFile, "--no-instructions", "--locale=C", "-E", "UTF8"])
            for file in files {
                let copy = folder + "/data/" + URL(filePath: file).lastPathComponent
                try FileManager.default.copyItem(atPath: file, toPath: copy)
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
                try await Self.ownByServer([copy])
            }
        }
    }

    private init(options: [String], create: (String) async throws -> Void) async throws {
        port = try FreePort.find()
        folder = "/tmp/heroes-postgres-\(UUID().uuidString.prefix(8))"
        self.options = options
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        try FileManager.default.createDirectory(atPath: folder + "/data", withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder + "/data")
        try await Self.ownByServer([folder, folder + "/data"])
        try await create(folder)
        try await start()
    }

    deinit {
        // The folder is left over if the server cannot end; it is in the system's temporary folder.
        if let process = process.withLock({ $0.take() }) {
            process.end()
        } else {
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    /// Starts the server after `stop` or `crash`, and returns once it accepts connections.
    package func start() async throws {
        let arguments = ["port=\(port)", "listen_addresses=127.0.0.1", "unix_socket_directories=\(folder)"] + options
        let command = Self.asServer(
            ["\(Self.programs)/postgres", "-D", folder + "/data"] + arguments.flatMap { ["-c", $0] })
        let isReady = try await Wait.until {
            // The shared memory of a killed server is in use until its last process has ended.
            let isRunning = process.withLock { $0?.isRunning == true }
            if !isRunning {
                let new = try PostgresProcess(command, folder: folder)
                process.withLock { $0 = new }
            }
            return await (try? Self.run("pg_isready", ["-q", "-h", "127.0.0.1", "-p", "\(port)"])) != nil
        }
        guard isReady else { throw CommandFailure(text: log) }
    }

    /// Ends all connections and the server (fast shutdown).
    package func stop() { process.withLock { $0.take() }?.stop(SIGINT) }

    /// Kills the server with SIGKILL, as in a crash. Its processes for connections end by themselves.
    package func crash() { process.withLock { $0.take() }?.stop(SIGKILL) }

    /// Stops the server's process with SIGSTOP while `body` runs.
    package func freeze<Result>(_ id: Int, while body: () async throws -> Result) async rethrows -> Result {
        kill(pid_t(id), SIGSTOP)
        defer { kill(pid_t(id), SIGCONT) }
        return try await body()
    }

    /// Starts a standby that streams from this server, and becomes primary by `SELECT pg_promote()`.
    package func standby(named name: String = "standby") async throws -> PostgresServer {
        try await PostgresServer(options: ["cluster_name=\(name)"]) { folder in
            try await Self.run(
                "pg_basebackup",
                ["-D", folder + "/data", "-R", "-c", "fast", "-N"]
                    + ["-d", "host=127.0.0.1 port=\(port) user=\(Self.user) application_name=\(name)"])
        }
    }

    /// The process that accepts connections.
    package var processID: Int { Int(process.withLock { $0?.server } ?? 0) }

    package var log: String {
        // Empty if the server was never started.
        (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
    }

    /// A connection string as superuser.
    package func connectionString(database: String = "postgres", password: String = PostgresServer.password) -> String {
        "postgresql://\(Self.user):\(password)@127.0.0.1:\(port)/\(database)"
    }

    /// A connection string with several hosts.
    package static func connectionString(_ servers: [PostgresServer]) -> String {
        "postgresql://\(user):\(password)@\(servers.map { "127.0.0.1:\($0.port)" }.joined(separator: ","))/postgres"
    }

    /// Creates a schema, and returns a connection string that uses it.
    package func newSchema() async throws -> String {
        let name = "test_" + UUID().uuidString.prefix(8).lowercased()
        try await sql("CREATE SCHEMA \(name)")
        return connectionString() + "?options=-csearch_path%3D\(name)"
    }

    /// Runs the SQL as superuser by psql, and returns the output without headers.
    @discardableResult
    package func sql(_ text: String, _ connection: String? = nil) async throws -> String {
        try await Self.run("psql", ["-X", "-A", "-t", "-q", "-d", connection ?? connectionString(), "-c", text])
    }
}
