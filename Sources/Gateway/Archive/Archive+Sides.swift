import GRDB

/// The sides, genders and decades that lists of characters are narrowed to, which Marvel's API did not have.
extension Archive {
    /// Sets the sides and genders of characters, and relates each team of heroes to the villains that it fights.
    static func writeSides(_ db: Database) throws {
        try db.execute(
            sql: """
                UPDATE characters SET gender = json_extract(json, '$.gender'),
                  isHero = json_extract(json, '$.side') IN ('hero', 'both'),
                  isVillain = json_extract(json, '$.side') IN ('villain', 'both'), first = NULL
                FROM facts WHERE facts.id = characters.id;
                """ + relateFoes)
    }

    private static let isMember =
        "\(ObjectKey.codeSQL("member.subject")) = \(Kind.teams.code) AND member.kind = \(Kind.characters.code)"

    /// Relates a team with more heroes than villains to the villains that its record names as enemies, to those of teams
    /// that it names, and to the enemies of at least two members.
    private static let relateFoes = """
        WITH good(team) AS (SELECT subject FROM relation AS member JOIN characters ON id = object
            WHERE \(isMember) GROUP BY subject HAVING total(isHero) > total(isVillain)),
          enemy(team, uri) AS (SELECT \(ObjectKey.sql("teamRecord.id", .teams)), json_extract(value, '$.resourceURI')
            FROM teamRecord, json_each(teamRecord.json, '$.enemies')),
          foe(team, hero) AS (
            SELECT team, \(id(.characters)) FROM enemy WHERE uri LIKE '\(Kind.characters.path)/%'
            UNION SELECT team, object FROM enemy JOIN relation AS member ON subject = \(ObjectKey.sql(id(.teams), .teams))
              WHERE uri LIKE '\(Kind.teams.path)/%' AND \(isMember)
            UNION SELECT subject, other FROM relation AS member JOIN heroRelation ON hero = object
              WHERE \(isMember) AND heroRelation.kind = \(CatalogueRelation.kinds.firstIndex(of: "enemy") ?? 0)
              GROUP BY subject, other HAVING count(*) > 1)
        INSERT INTO relation SELECT team, \(ObjectKey.foeCode), rank, hero
          FROM foe JOIN good USING (team) JOIN characters ON id = hero WHERE isVillain = 1
        """

    /// Returns the id in an enemy's address.
    private static func id(_ kind: Kind) -> String { "CAST(replace(uri, '\(kind.path)/', '') AS INTEGER)" }

    /// Writes the links by which clients detect the search, and what else the archive has of each kind.
    static func writeAnnouncements(_ db: Database) throws {
        func any(_ relation: String, _ path: String, _ condition: String) -> String {
            "SELECT '\(relation)', '\(path)' WHERE EXISTS (SELECT 1 FROM \(condition))"
        }
        try db.execute(
            sql: """
                DELETE FROM announced;
                INSERT INTO announced SELECT 'search', 'search?q='
                UNION ALL \(any("teams", "teams", "teams")) UNION ALL \(any("creators", "creators", "creators"))
                UNION ALL \(any("side", "characters?side=", "characters WHERE isHero OR isVillain"))
                UNION ALL \(any("gender", "characters?gender=", "characters WHERE gender NOT NULL"))
                UNION ALL SELECT * FROM (SELECT DISTINCT 'decade', 'characters?decade=' || (first / 100000 * 10)
                  FROM characters WHERE first NOT NULL ORDER BY first)
                """)
    }
}

/// The days of first appearances, as in 19620815.
struct FirstDays {
    private let comic: RawStatement
    private let seriesEnd: RawStatement
    private let issues: RawStatement

    init(_ db: Database) throws {
        comic = try RawStatement(db, "SELECT dated FROM comics WHERE id = ? AND dated > 0")
        // Of "X-Men (1963 - 1981)", 1981.
        seriesEnd = try RawStatement(db, "SELECT CAST(substr(folded, -5, 4) AS INTEGER) FROM series WHERE id = ?")
        issues = try RawStatement(
            db,
            """
            SELECT coalesce(max(dated) FILTER (WHERE issueNumber <= ?2), 0),
              coalesce(min(dated) FILTER (WHERE issueNumber >= ?2), 0)
            FROM comics WHERE folded BETWEEN ?1 || ' #' AND ?1 || ' #~' AND dated > 0
            """)
    }

    /// Returns the day of a comic, or the earliest possible one of a comic that the archive lacks; nil if not even the
    /// decade is certain. `key` is the comic, or its series.
    func day(of title: String, _ key: ObjectKey?) throws -> Int? {
        if let key, key.kind == .comics { return try comic.first([key.id], columns: 1)?[0] }
        let folded = Folding.fold(title)
        guard let mark = folded.ranges(of: " #").last, let number = Digits.decimal(String(folded[mark.upperBound...]))
        else { return nil }
        let series = String(folded[..<mark.lowerBound])
        let start = Columns.startYear(series) * 10_000 + 101
        // A first issue is of the first year; others are between those that the archive has, or before the end.
        if number == 1, start > 101 { return start }
        let end = try key.flatMap { try seriesEnd.first([$0.id], columns: 1) }?[0] ?? 0
        let others = try issues.first([series, number], columns: 2) ?? [0, 0]
        let (first, last) = (max(start, others[0]), others[1] > 0 ? others[1] : end * 10_000)
        return start > 101 && first / 100_000 == last / 100_000 ? first : nil
    }
}

extension RawStatement {
    /// Returns the first columns of the first row; nil if there is none.
    fileprivate func first(_ arguments: [any DatabaseValueConvertible], columns: Int) throws -> [Int]? {
        try bind(arguments)
        var row: [Int]?
        while try next() { row = row ?? (0..<columns).map(int) }
        return row
    }
}
