import Foundation
import Heroes
import PostgreSQL
import Support

/// Visitors with 20 favourites each, in a schema of their own.
struct VisitorTable {
    /// libpq's connection string.
    let connection: String

    static let heroes = Array(1_000_001...1_000_020)

    init(_ server: PostgresServer, visitors: Int, heroes: [Hero.ID] = heroes) async throws {
        connection = try await server.newSchema()
        // The first connection creates the tables.
        try await database().close()
        let list = try Self.encoded(heroes).map { String(format: "%02x", $0) }.joined()
        try await server.sql(
            """
            INSERT INTO visitor (id, revision, list)
            SELECT sha256(convert_to(repeat(lpad(to_hex(number), 16, '0'), 2), 'UTF8')), 1, '\\x\(list)'
            FROM generate_series(0, \(visitors - 1)) number
            """, connection)
        try await server.sql("VACUUM ANALYZE visitor", connection)
        try await server.sql("CHECKPOINT")
    }

    /// Connects as the site does.
    func database() async throws -> Database {
        let database = Database(try ConnectionSettings(connection))
        try await database.waitUntilConnected(within: .seconds(30))
        return database
    }

    /// Returns the bytes of a row's list.
    static func encoded(_ heroes: [Hero.ID]) throws -> [UInt8] {
        let favourites = heroes.map { ToggleClient.favourite($0, name: "Hero number \($0 % 1_000)") }
        return try FavouritesFormat.encode(FavouriteList(ordered: favourites))
    }
}
