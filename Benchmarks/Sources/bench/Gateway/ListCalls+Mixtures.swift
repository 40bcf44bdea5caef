extension ListCalls {
    /// So many calls that mix kinds, relations, filters, orders and offsets as nobody would; always the same ones.
    static func mixtures(_ count: Int, _ counts: RecordedCollection.Counts) -> [String] {
        var chance = Chance()
        return (0..<count).map { _ in mixture(counts, &chance) }
    }

    private static func mixture(_ counts: RecordedCollection.Counts, _ chance: inout Chance) -> String {
        let sizes = counts.sizes
        let kind =
            ["comics", "comics", "comics", "stories", "stories", "series", "creators", "characters", "events"]
            .randomElement(using: &chance) ?? "comics"
        let others = sizes.keys.filter { $0 != kind }.sorted()
        var path = kind
        var parameters: [String: String] = [:]
        if Bool.random(using: &chance), let owner = others.randomElement(using: &chance) {
            path = "\(owner)/\(id(owner, sizes, &chance))/\(kind)"
        }
        for _ in 0..<Int.random(in: 0...4, using: &chance) {
            guard let (name, values) = filters(kind, others, sizes, &chance).randomElement(using: &chance) else {
                break
            }
            parameters[name] = values
        }
        if Int.random(in: 0..<3, using: &chance) > 0 {
            let orders = (orders[kind] ?? []).shuffled(using: &chance)
            parameters["orderBy"] = orders.prefix(Int.random(in: 1...orders.count, using: &chance))
                .map { Bool.random(using: &chance) ? $0 : "-" + $0 }.joined(separator: ",")
        }
        if Bool.random(using: &chance) {
            parameters["offset"] = "\(Int.random(in: 0..<(sizes[kind] ?? 1), using: &chance))"
        }
        let query = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
        return query.isEmpty ? path : "\(path)?\(query)"
    }

    private static let orders = [
        "characters": ["name", "modified"], "events": ["name", "startDate", "modified"], "stories": ["id", "modified"],
        "comics": ["focDate", "onsaleDate", "title", "issueNumber", "modified"],
        "creators": ["lastName", "firstName", "middleName", "suffix", "modified"],
        "series": ["title", "modified", "startYear"],
    ]

    private static func filters(
        _ kind: String, _ others: [String], _ sizes: [String: Int], _ chance: inout Chance
    ) -> [(String, String)] {
        let year = Int.random(in: 1960..<2020, using: &chance)
        let word = ["a", "amber", "iron", "d", "the", "zz"].randomElement(using: &chance) ?? ""
        var filters = [("modifiedSince", "\(year)-05-05")]
        for other in others {
            let ids = (0..<[1, 2, 10][Int.random(in: 0..<3, using: &chance)]).map { _ in id(other, sizes, &chance) }
            filters.append((other, ids.map(String.init).joined(separator: ",")))
        }
        switch kind {
        case "comics":
            filters += [
                ("noVariants", "true"), ("formatType", "comic"), ("hasDigitalIssue", "true"), ("format", "comic"),
                ("dateRange", "\(year)-01-01,2015-12-31"), ("titleStartsWith", word), ("startYear", "\(year)"),
                ("issueNumber", "7"), ("sharedAppearances", "1000000,1000001"), ("collaborators", "1,2"),
            ]
        case "series":
            filters += [("titleStartsWith", word), ("startYear", "\(year)"), ("contains", "hardcover,comic")]
        case "stories": break
        default: filters.append(("nameStartsWith", word))
        }
        return filters
    }

    /// The well related ones more often than the others.
    private static func id(_ kind: String, _ sizes: [String: Int], _ chance: inout Chance) -> Int {
        let place = Double.random(in: 0..<1, using: &chance)
        return (kind == "characters" ? 1_000_000 : 1) + Int(place * place * place * Double(sizes[kind] ?? 1))
    }

    /// Numbers that look random and are the same each time (SplitMix64).
    private struct Chance: RandomNumberGenerator {
        private var state: UInt64 = 1

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}

extension RecordedCollection.Counts {
    /// How many objects there are of the kinds by their names.
    var sizes: [String: Int] {
        [
            "characters": characters, "comics": comics, "creators": creators, "events": events, "series": series,
            "stories": stories,
        ]
    }
}
