import CPQ
import Glibc

/// The servers, the database and the options of connections, from a connection string of libpq (PostgreSQL, section
/// 34.1.1). Its descriptions contain no password.
package struct ConnectionSettings: Sendable {
    /// libpq's options for each host of the list.
    let hosts: [[String: String]]
    /// Host, port, database and user.
    package let description: String
    /// Returns the numeric addresses of a host name; none if it cannot be resolved.
    var resolve: @Sendable (String) -> [String] = { Self.addresses(of: $0) }

    /// Reads a URI or `key=value` pairs, completed by libpq from the service file and variables such as PGHOST; throws
    /// `.refused` with a sentence for the operator.
    package init(_ text: String) throws(DatabaseError) {
        let given = try Self.parse(text)
        let options = try Self.complete(given)
        try Self.checkValues(of: options, given)
        hosts = Self.split(options.merging(Self.defaults) { given, _ in given })
        // libpq's own default is "prefer".
        let hasMode = given["sslmode"] != nil || getenv("PGSSLMODE") != nil || options["sslmode"] != "prefer"
        for host in hosts where !hasMode && !Self.isLocal(host) {
            throw .refused(
                "the connection string has no sslmode for \(host["host"] ?? host["hostaddr"] ?? ""): add "
                    + "sslmode=verify-full and sslrootcert=FILE, or sslmode=disable in a network that you trust")
        }
        let servers = hosts.map { host in
            (host["host"] ?? host["hostaddr"] ?? "local socket") + (host["port"].map { ":" + $0 } ?? "")
        }
        description =
            servers.joined(separator: ",") + ", database \(options["dbname"] ?? ""), user \(options["user"] ?? "")"
    }

    /// The limit for connecting to one address: as in libpq, at least 2 seconds; 0 would be without a limit.
    var connectTimeout: Duration { .seconds(max(2, hosts.first?["connect_timeout"].flatMap { Int64($0) } ?? 2)) }

    /// Returns libpq's options for each address of the host, because libpq leaves timeouts to the caller of
    /// `PQconnectPoll`, and an address that hangs must not use up the time of the others. TLS still checks the name.
    func attempts(_ host: [String: String]) -> [[String: String]] {
        guard host["hostaddr"] == nil, let name = host["host"], !"/@".contains(name.prefix(1)) else { return [host] }
        let addresses = resolve(name)
        // libpq then says why the name cannot be resolved.
        return addresses.isEmpty ? [host] : addresses.map { host.merging(["hostaddr": $0]) { $1 } }
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

    /// Throws `.refused` for numbers that libpq would refuse for each connection, and for servers without writes.
    private static func checkValues(of options: [String: String], _ given: [String: String]) throws(DatabaseError) {
        let numbers: Set = [
            "port", "connect_timeout", "keepalives", "tcp_user_timeout", "keepalives_idle", "keepalives_interval",
            "keepalives_count",
        ]
        var invalid = options.filter { name, value in
            let limit = name == "port" ? 65_535 : Int(Int32.max)
            return numbers.contains(name)
                && value.split(separator: ",").contains { !(0...limit).contains(Int($0) ?? -1) }
        }
        let attributes = given["target_session_attrs"] ?? "any"
        if !["any", "read-write", "primary"].contains(attributes) { invalid["target_session_attrs"] = attributes }
        guard let (name, value) = invalid.first else { return }
        throw .refused("the connection string has an invalid value for \(name): \(value)")
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

    /// Returns the options with one item of each list, as libpq pairs them.
    private static func split(_ options: [String: String]) -> [[String: String]] {
        let lists = ["host", "hostaddr", "port"].map { name in
            (name, options[name]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? [])
        }
        let count = lists.map(\.1.count).max() ?? 1
        return (0..<max(1, count)).map { index in
            // A standby that is named first is skipped.
            var host = options.merging(["target_session_attrs": "read-write"]) { $1 }
            for (name, items) in lists where !items.isEmpty {
                let item = items[items.count == 1 ? 0 : index]
                host[name] = item.isEmpty ? nil : item
            }
            return host
        }
    }

    /// Returns the numeric addresses of a host in the system's order; none if it cannot be resolved.
    private static func addresses(of host: String) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &first) == 0 else { return [] }
        defer { freeaddrinfo(first) }
        return sequence(state: first) { next -> addrinfo? in
            defer { next = next?.pointee.ai_next }
            return next?.pointee
        }.compactMap { info in
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(text.count)
            let code = getnameinfo(info.ai_addr, info.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST)
            return code == 0
                ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        }
    }

    /// True for a Unix socket and for loopback addresses.
    private static func isLocal(_ host: [String: String]) -> Bool {
        guard let address = host["hostaddr"] ?? host["host"] else { return true }
        return address.hasPrefix("/") || address.hasPrefix("@") || address.hasPrefix("127.") || address == "::1"
            || address == "localhost"
    }
}

extension ConnectionSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
