import Basics

/// Work that one machine at a time does: the machine that holds the lease, for 90 seconds by the server's clock.
package struct PostgresLease: Sendable {
    private let database: Database
    private let name: SQLValue
    /// A random number of this process.
    private let holder: SQLValue

    package init(_ database: Database, name: String) {
        self.database = database
        self.name = .text(name)
        holder = .bytes((0..<16).map { _ in UInt8.random(in: 0...255) })
    }

    /// Takes or renews the lease; returns false while another machine holds it. Without the database, the work of each
    /// machine is its own.
    package func acquire() async -> Bool {
        let result = try? await database.run(.lease, [name, holder], within: .seconds(1))
        return result.map { $0.count > 0 } ?? true
    }
}

extension SQLStatement {
    fileprivate static let lease = SQLStatement.write(
        "lease",
        """
        \(relaxed) INSERT INTO lease AS l (name, holder, expires)
        SELECT $1, $2, now() + interval '90 seconds' FROM relaxed
        ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, expires = EXCLUDED.expires
        WHERE l.holder = EXCLUDED.holder OR l.expires <= now()
        """)
}
