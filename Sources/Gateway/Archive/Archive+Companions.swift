import GRDB

/// The characters, numbered by rank, and the comics in which they meet: all but anthologies.
private struct ComicGraph {
    let ids: [Int]
    /// The characters of each comic.
    private var casts: [[Int]] = []
    /// The positions of a character's comics in `casts`.
    private var comics: [[Int]]
    /// The characters with relations to each one, by id.
    private let related: [Int: Set<Int>]

    init(_ db: Database) throws {
        ids = try Int.fetchAll(db, sql: "SELECT id FROM characters ORDER BY rank")
        comics = ids.map { _ in [] }
        let pairs = try Row.fetchAll(db, sql: "SELECT hero, other FROM heroRelation")
        related = Dictionary(grouping: pairs) { $0[0] as Int }.mapValues { Set($0.map { $0[1] as Int }) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
        let rows = try RawStatement(
            db,
            """
            SELECT subject, object FROM relation WHERE kind = \(Kind.characters.code)
            AND \(ObjectKey.codeSQL("subject")) = \(Kind.comics.code) AND subject NOT IN anthology
            """)
        var last: Int?
        while try rows.next() {
            guard let number = numbers[rows.int(1)] else { continue }
            if rows.int(0) != last { casts.append([]) }
            last = rows.int(0)
            casts[casts.count - 1].append(number)
            comics[number].append(casts.count - 1)
        }
    }

    /// Returns the ids of the five characters with the most shared comics, at least two; of equal ones, those with the
    /// fewest other comics come first. Those with a relation are left out. `counts` are zeros, one for each character.
    func companions(of number: Int, _ counts: inout [Int]) -> [Int] {
        var found: [Int] = []
        for other in comics[number].lazy.flatMap({ casts[$0] }) {
            if counts[other] == 0 { found.append(other) }
            counts[other] += 1
        }
        var best: [(order: Int, comics: Int, number: Int)] = []
        for other in found where other != number && counts[other] > 1 {
            let candidate = (-counts[other], comics[other].count, other)
            let position = best.firstIndex { candidate < $0 } ?? best.count
            guard position < 5, related[ids[number]]?.contains(ids[other]) != true else { continue }
            best.insert(candidate, at: position)
            if best.count > 5 { best.removeLast() }
        }
        for other in found { counts[other] = 0 }
        return best.map { ids[$0.number] }
    }
}

extension Archive {
    static func writeCompanions(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM companion")
        let graph = try ComicGraph(db)
        let insert = try RawStatement(db, "INSERT INTO companion VALUES (?, ?, ?)")
        var counts = graph.ids.map { _ in 0 }
        for (number, id) in graph.ids.enumerated() {
            for (position, other) in graph.companions(of: number, &counts).enumerated() {
                try insert.run([id, position, other])
            }
        }
    }
}
