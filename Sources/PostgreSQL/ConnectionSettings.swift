import CPQ
import Glibc

/// The servers, the database and the options of connections, from a connection string of libpq (PostgreSQL, section
/// 34.1.1). Its descriptions contain no password.
package struct ConnectionSettings: Sendable {
    /// libpq's options, by keyword.
    let options: [String: String]
    /// Host, port, database and user.
    package let description: String

    /// Reads a URI or `key=value` pairs, completed by libpq from the service file and variables such as PGHOST; throws
    /// `.refused` with a sentence for the operator.
    package init(_ text: String) throws(DatabaseError) {
        let given = try Self.parse(text)
        let options = try Self.complete(given)
        // libpq's own default is "prefer".
        let hasMode = given["sslmode"] != nil || getenv("PGSSLMODE") != nil || options["sslmode"] != "prefer"
        let servers = options["hostaddr"] ?? options["host"]
        guard hasMode || (servers ?? "/").split(separator: ",").allSatisfy(Self.isLocal) else {
            throw .refused(
                "the connection string has no sslmode for \(servers ?? ""): add sslmode=verify-full and "
                    + "sslrootcert=FILE, or sslmode=disable in a network that you trust")
        }
        // libpq's "0" means no limit, and the program could not stop while a server is silent.
        self.options = options.merging(Self.defaults) { given, own in given == "0" ? own : given }
            // A standby that is named first is skipped.
            .merging(["target_session_attrs": "read-write"]) { $1 }
        description = [
            (options["host"] ?? options["hostaddr"] ?? "local socket") + (options["port"].map { ":" + $0 } ?? ""),
            "database \(options["dbname"] ?? "")", "user \(options["user"] ?? "")",
        ].joined(separator: ", ")
    }

    private static let defaults = [
        "connect_timeout": "2", "application_name": "heroes", "tcp_user_timeout": "5000", "keepalives_idle": "10",
        "keepalives_interval": "3", "keepalives_count": "3",
    ]

    /// libpq's own message is not shown, because it may quote the password.
    private static func parse(_ text: String) throws(DatabaseError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let first = PQconninfoParse(text, &message) else {
            PQfreemem(message)
            throw .refused(
                "libpq cannot parse the connection string: write postgresql://user@host/database?sslmode=verify-full "
                    + "or key=value pairs, with spaces and special characters of values quoted")
        }
        return values(of: first)
    }

    /// Adds the options of the service file, of the environment and libpq's defaults; throws `.refused` with libpq's
    /// message if it accepts the options of no connection.
    private static func complete(_ given: [String: String]) throws(DatabaseError) -> [String: String] {
        // libpq checks this option last, before it looks up any host.
        let marker = ["target_session_attrs": "nothing else is wrong"]
        let connection = start(given.merging(marker) { $1 })
        defer { PQfinish(connection) }
        guard let first = PQconninfo(connection) else { throw .unavailable("libpq has no memory for a connection") }
        let options = values(of: first)
        let message = String(cString: PQerrorMessage(connection)).split(separator: "\n").joined(separator: "; ")
        guard marker.values.allSatisfy(message.contains) else {
            throw .refused("libpq refuses the connection string: \(message)")
        }
        return options
    }

    /// Starts a connection of libpq, which is the caller's.
    static func start(_ options: [String: String]) -> OpaquePointer? {
        let keywords = options.keys.map { strdup($0) } + [nil]
        let values = options.values.map { strdup($0) } + [nil]
        defer { for text in keywords + values { free(text) } }
        return PQconnectStartParams(keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0)
    }

    /// Returns the options with values, and frees the list.
    private static func values(of first: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        defer { PQconninfoFree(first) }
        var options: [String: String] = [:]
        var option = first
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return options
    }

    /// True for a Unix socket and for loopback addresses.
    private static func isLocal(_ address: Substring) -> Bool {
        ["/", "@", "127."].contains { address.hasPrefix($0) } || address == "::1" || address == "localhost"
    }
}

extension ConnectionSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
