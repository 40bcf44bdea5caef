import GRDB

/// The results of a search in their order: what the search names, then what has all its words in names, then what has
/// the most of them anywhere.
struct SearchRanking {
    /// The objects with their complete names in the search, first the one that is meant.
    let named: [NamedRow]
    /// The objects with a name within one of those.
    private let within: [NamedRow]
    /// The similar words, if a word of the search is unknown.
    var similar: SimilarWords { search.similar }
    private(set) var isComplete: Bool
    private var search: WordSearch
    /// The characters with all words in names and aliases, or with similar ones.
    private var names: [RowMatch]

    init(_ db: Database, _ text: String, _ vocabulary: Vocabulary) throws {
        search = try WordSearch(db, text, vocabulary)
        (named, within) = try search.named()
        for name in named where search.typed.content.isSuperset(of: WordSet(name.words)) {
            search.required.formUnion(WordSet(name.words))
        }
        names = try search.names()
        isComplete = search.isComplete || !names.isEmpty || !named.isEmpty
        // The start of a word in a text is less likely than a mistake in a name: “roge” is Rogue, not Roger.
        if names.isEmpty, named.isEmpty, !search.isComplete || !search.known.isSuperset(of: search.required) {
            names = try search.similarNames()
            isComplete = isComplete || !names.isEmpty
        }
        try search.findSimilar()
        isComplete = isComplete || search.isComplete
    }

    var words: [String] { search.typed.words }
    var askedKind: Kind? { search.typed.askedKind }
    var askedList: AskedList? { AskedList(search.typed, named, search.vocabulary) }

    /// Returns the characters, best first.
    func characters() throws -> [RowMatch] {
        // A year is none of a hero.
        guard search.typed.year == nil || !named.isEmpty else { return [] }
        var matches = Self.heroes(named) + Self.heroes(within)
        if let first = named.first, first.kind != .characters {
            // Those with all other words, too, are meant.
            let isAll = search.typed.required.isSubset(of: WordSet(first.words))
            let members = try heroes(of: first)
            matches = (isAll ? Self.heroes(within) : search.isComplete ? search.characters() : []) + members + matches
        }
        matches += names
        let isNamed = named.first.map { search.typed.required.isSubset(of: WordSet($0.words)) } ?? false
        if search.isComplete || names.isEmpty && !isNamed { matches += search.characters() }
        var rows: Set<Int> = []
        return matches.filter { rows.insert($0.row).inserted }
    }

    private static func heroes(_ named: [NamedRow]) -> [RowMatch] {
        named.filter { $0.kind == .characters }.map { RowMatch(row: $0.row, reason: $0.source.reason) }
    }

    /// Returns the characters of a named object of another kind, first the main ones of a work and the founders of a
    /// team, then the best known.
    private func heroes(of named: NamedRow) throws -> [RowMatch] {
        let statement = try search.db.cachedStatement(
            sql: """
                SELECT hero.row FROM searchRow AS named
                JOIN relation ON relation.subject = named.key AND relation.kind = \(Kind.characters.code)
                JOIN searchRow AS hero ON hero.key = \(ObjectKey.sql("relation.object", .characters))
                LEFT JOIN link USING (subject, kind, object)
                WHERE named.row = ? ORDER BY coalesce(role, '') NOT IN ('main', 'founder') AND substr(coalesce(role, ''), 1, 6) <> 'side: ', hero.row
                """)
        let name = try Archive.name(of: named, search.db)
        let reason: RowMatch.Reason = named.kind == .teams ? .team : named.kind == .creators ? .creator : .title
        return try Int.fetchAll(statement, arguments: [named.row]).map { RowMatch(row: $0, reason: reason, text: name) }
    }

    /// Returns the rows of another kind, best first: those of a year, or what the search names and what has its words.
    func rows(_ kind: Kind) throws -> [Int] {
        if let year = search.typed.year, named.isEmpty { return try rows(kind, of: year) }
        if kind == .creators, askedKind == .creators, let hero = named.first, hero.kind == .characters {
            let makers = try makers(of: hero)
            if !makers.isEmpty { return makers }
        }
        let named = named.filter { $0.kind == kind }.map(\.row)
        return named + search.others(kind).filter { !named.contains($0) }
    }

    /// Returns the writers and artists of the stories in the comic in which a hero first appeared.
    private func makers(of hero: NamedRow) throws -> [Int] {
        let address = "json_extract(json, '$.firstAppearance.resourceURI')"
        let comic = "CAST(substr(\(address), instr(\(address), '/comics/') + 8) AS INTEGER)"
        let statement = try search.db.cachedStatement(
            sql: """
                SELECT maker.row FROM searchRow AS hero JOIN linkedFacts ON linkedFacts.id = \(ObjectKey.idSQL("hero.key"))
                JOIN relation AS story ON story.subject = \(ObjectKey.sql(comic, .comics))
                  AND story.kind = \(Kind.stories.code)
                JOIN stories ON stories.id = story.object AND type <> 'cover'
                JOIN link ON link.subject = \(ObjectKey.sql("stories.id", .stories))
                  AND link.kind = \(Kind.creators.code)
                  AND (role LIKE '%writer%' OR role LIKE '%artist%' OR role LIKE '%pencil%')
                JOIN searchRow AS maker ON maker.key = \(ObjectKey.sql("link.object", .creators))
                WHERE hero.row = ? AND instr(\(address), '/comics/') > 0
                GROUP BY maker.row ORDER BY role LIKE '%writer%' DESC, maker.row
                """)
        return try Int.fetchAll(statement, arguments: [hero.row])
    }

    /// Returns the works of a year, the first ones first; none of other kinds.
    private func rows(_ kind: Kind, of year: Int) throws -> [Int] {
        guard
            let column = [
                Kind.comics: "coalesce(nullif(max(onsale, 0), 0), dated)", .events: "start", .series: "startYear",
            ][kind]
        else { return [] }
        let bounds = kind == .series ? [year, year] : [year * 10_000, year * 10_000 + 9_999]
        let statement = try search.db.cachedStatement(
            sql: """
                SELECT row FROM \(kind.rawValue) JOIN searchRow ON key = \(ObjectKey.sql("id", kind))
                WHERE \(column) BETWEEN ? AND ? ORDER BY \(column), row
                """)
        return try Int.fetchAll(statement, arguments: StatementArguments(bounds))
    }
}

extension NamedRow.Source {
    /// A name that only the vocabulary has is not shown.
    fileprivate var reason: RowMatch.Reason {
        switch self {
        case .name: .name
        case .alias: .alias
        case .vocabulary: .keyword
        case .story: .title
        }
    }
}
