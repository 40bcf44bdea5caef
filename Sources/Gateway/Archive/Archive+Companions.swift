import GRDB

/// The characters and what they share, with characters numbered by rank.
private struct SharingGraph {
    let ids: [Int]
    /// The characters of each team, comic, event and series.
    private var groups: [[Int]] = []
    /// The positions of a character's teams and works in `groups`.
    private var owned: [[Int]]
    /// The square roots of the numbers of a character's teams and works.
    private var roots: [Double] = []
    /// The characters with relations to each one, by id.
    private let related: [Int: Set<Int>]

    init(_ db: Database) throws {
        ids = try Int.fetchAll(db, sql: "SELECT id FROM characters ORDER BY rank")
        owned = ids.map { _ in [] }
        let pairs = try Row.fetchAll(db, sql: "SELECT hero, other FROM heroRelation")
        related = Dictionary(grouping: pairs) { $0[0] as Int }.mapValues { Set($0.map { $0[1] as Int }) }
        let numbers = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
        let rows = try RawStatement(
            db,
            """
            SELECT subject, object FROM relation
            WHERE kind = \(Kind.characters.code) AND \(ObjectKey.codeSQL("subject")) IN (\(Archive.sharedKinds))
            """)
        var last: Int?
        while try rows.next() {
            guard let number = numbers[rows.int(1)] else { continue }
            if rows.int(0) != last { groups.append([]) }
            last = rows.int(0)
            groups[groups.count - 1].append(number)
            owned[number].append(groups.count - 1)
        }
        roots = owned.map { Double($0.count).squareRoot() }
    }

    /// Returns the ids of the five characters that share the most, best first; those with a relation are left out. The
    /// score is the sum of 1/n over the shared teams and works with n characters, divided by the square root of the
    /// other character's number of teams and works. `sums` are zeros, one for each character.
    func companions(of number: Int, _ sums: inout [Double]) -> [Int] {
        var found: [Int] = []
        for group in owned[number] {
            let weight = 1 / Double(groups[group].count)
            for other in groups[group] {
                if sums[other] == 0 { found.append(other) }
                sums[other] += weight
            }
        }
        var best: [(score: Double, number: Int)] = []
        for other in found where other != number {
            let score = sums[other] / roots[other]
            if best.count == 5, score < best[4].score { continue }
            let position = best.firstIndex { (score, $0.number) > ($0.score, other) } ?? best.count
            guard position < 5, related[ids[number]]?.contains(ids[other]) != true else { continue }
            best.insert((score, other), at: position)
            if best.count > 5 { best.removeLast() }
        }
        for other in found { sums[other] = 0 }
        return best.map { ids[$0.number] }
    }
}

extension Archive {
    static func writeCompanions(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM companion")
        let graph = try SharingGraph(db)
        let insert = try RawStatement(db, "INSERT INTO companion VALUES (?, ?, ?)")
        var sums = graph.ids.map { _ in 0.0 }
        for (number, id) in graph.ids.enumerated() {
            for (position, other) in graph.companions(of: number, &sums).enumerated() {
                try insert.run([id, position, other])
            }
        }
    }
}
