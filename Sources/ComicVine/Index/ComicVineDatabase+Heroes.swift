import FoundationEssentials
import GRDB
import Heroes

extension ComicVineDatabase {
    /// Loads all heroes, in any order.
    func heroes() async -> [IndexedHero] {
        await read { db in
            let columns = "id, name, sortKey, realName, deck, image, page, appearances"
            let rows = try Row.fetchCursor(db, sql: "SELECT \(columns) FROM hero")
            var heroes: [IndexedHero] = []
            while let row = try rows.next() {
                var hero = IndexedHero(id: row[0], name: row[1], sortKey: row[2])
                (hero.realName, hero.deck, hero.image, hero.page) = (row[3], row[4], row[5], row[6])
                hero.appearances = row[7]
                heroes.append(hero)
            }
            return heroes
        } ?? []
    }

    func save(_ heroes: [IndexedHero]) {
        guard !heroes.isEmpty else { return }
        write { db in
            let insert = try db.cachedStatement(
                sql: "INSERT OR REPLACE INTO hero VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
            for hero in heroes {
                try insert.execute(arguments: [
                    hero.id, hero.name, hero.sortKey, hero.realName, hero.deck, hero.image, hero.page,
                    hero.appearances,
                ])
            }
        }
    }

    func remove(_ ids: [Hero.ID]) {
        guard !ids.isEmpty else { return }
        write { db in
            let delete = try db.cachedStatement(sql: "DELETE FROM hero WHERE id = ?")
            for id in ids { try delete.execute(arguments: [id]) }
        }
    }
}
