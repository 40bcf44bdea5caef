import CPQ
import Glibc

/// The servers, the database and the options of connections, from a connection string of libpq (PostgreSQL, section
/// 34.1.1). Its descriptions contain no password.
package struct ConnectionSettings: Sendable {
    /// libpq's options for each host of the list. One attempt per host, because a host that hangs must not use up the
    /// time of the others, and libpq leaves timeouts to the caller of `PQconnectPoll`.
    let hosts: [[String: String]]
    /// Host, port, database and user.
    package let description: String

    /// Reads a URI or `key=value` pairs; throws `.refused` with a sentence for the operator. Variables such as PGHOST
    /// apply as in libpq.
    package init(
        _ text: String, environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
    ) throws(DatabaseError) {
        var options = try Self.parse(text)
        for (option, variable) in [
            ("host", "PGHOST"), ("hostaddr", "PGHOSTADDR"), ("port", "PGPORT"), ("sslmode", "PGSSLMODE"),
            ("service", "PGSERVICE"), ("connect_timeout", "PGCONNECT_TIMEOUT"),
            ("target_session_attrs", "PGTARGETSESSIONATTRS"),
        ] where options[option] == nil { options[option] = environment(variable) }
        options.merge(Self.defaults) { given, _ in given }
        hosts = try Self.split(options)
        for host in hosts where host["sslmode"] == nil && !Self.isLocal(host) {
            throw .refused(
                "the connection string has no sslmode for \(host["host"] ?? host["hostaddr"] ?? "its service"): add "
                    + "sslmode=verify-full and sslrootcert=FILE, or sslmode=disable in a network that you trust")
        }
        let addresses = hosts.map { host in
            (host["host"] ?? host["hostaddr"] ?? "local socket") + (host["port"].map { ":" + $0 } ?? "")
        }
        description =
            addresses.joined(separator: ",") + ", database \(options["dbname"] ?? "by default"), user "
            + (options["user"] ?? "by default")
    }

    /// The limit for connecting to one host.
    var connectTimeout: Duration {
        // As in libpq, at least 2 seconds; 0 would be without a limit.
        .seconds(max(2, hosts.first?["connect_timeout"].flatMap { Int64($0) } ?? 2))
    }

    private static let defaults = [
        "connect_timeout": "2", "application_name": "heroes", "tcp_user_timeout": "5000", "keepalives_idle": "10",
        "keepalives_interval": "3", "keepalives_count": "3", "target_session_attrs": "read-write",
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
        defer { PQconninfoFree(first) }
        var options: [String: String] = [:]
        var option = first
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { options[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return options
    }

    /// Returns the options with one item of each list, as libpq pairs them.
    private static func split(_ options: [String: String]) throws(DatabaseError) -> [[String: String]] {
        let lists = ["host", "hostaddr", "port"].map { name in
            (name, options[name]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? [])
        }
        let count = max(1, lists[0].1.count, lists[1].1.count)
        var hosts = Array(repeating: options, count: count)
        for (name, items) in lists where !items.isEmpty {
            guard items.count == count || (name == "port" && items.count == 1) else {
                throw .refused("the connection string has \(items.count) values of \(name) for \(count) hosts")
            }
            for index in 0..<count {
                let item = items[items.count == 1 ? 0 : index]
                hosts[index][name] = item.isEmpty ? nil : item
            }
        }
        return hosts
    }

    /// True for a Unix socket and for loopback addresses.
    private static func isLocal(_ host: [String: String]) -> Bool {
        guard let address = host["hostaddr"] ?? host["host"] else { return host["service"] == nil }
        return address.hasPrefix("/") || address.hasPrefix("@") || address.hasPrefix("127.") || address == "::1"
            || address == "localhost"
    }
}

extension ConnectionSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
