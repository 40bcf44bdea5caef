import GRDB

extension Archive {
    /// The numbers of objects, and a hero for examples.
    struct Overview: Sendable {
        let counts: [(kind: Kind, count: Int)]
        /// Spider-Man, or else another hero; nil if there is none.
        let hero: (id: Int, name: String)?
        let isFromMarvel: Bool
    }

    /// Reads the overview. Ranks have an index, so the numbers take no time in a large archive.
    func overview() async throws -> Overview {
        try await database.read { db in
            let counts = try Kind.allCases.map { kind in
                (kind, try (Int.fetchOne(db, sql: "SELECT max(rank) FROM \(kind.rawValue)") ?? -1) + 1)
            }
            let heroes = "SELECT id, name FROM characters ORDER BY folded < 'spider-man', rank LIMIT 1"
            let hero = try Row.fetchOne(db, sql: heroes).map { (id: $0[0] as Int, name: $0[1] as String) }
            return Overview(counts: counts, hero: hero, isFromMarvel: try Self.isFromMarvel(db))
        }
    }
}
