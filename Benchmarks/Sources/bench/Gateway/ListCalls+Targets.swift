extension ListCalls {
    /// Each kind, each relation, filters and orders, on the first page, in the middle and at the end.
    static func targets(_ counts: RecordedCollection.Counts) -> [String] {
        let kinds = counts.sizes.sorted { $0.key < $1.key }
        let lists = kinds.flatMap { kind, count in
            ["\(kind)", "\(kind)?offset=\(count / 2)", "\(kind)?offset=\(max(0, count - 20))"]
        }
        let ids = ["characters": 1_000_000]
        let relations = kinds.flatMap { kind, _ in
            kinds.filter { $0.key != kind }.map { "\(kind)/\(ids[kind] ?? 1)/\($0.key)" }
        }
        let hero = "characters/1000000/comics"
        let most = counts.comics * RecordedCollection.share / 1_000_000
        let pages = ["", "&offset=\(most / 2)", "&offset=\(most - 20)"]
        let orders = [
            "title", "-title", "modified", "-modified", "issueNumber", "-onsaleDate", "onsaleDate", "focDate",
        ]
        return lists + relations
            + orders.flatMap { order in pages.map { "\(hero)?orderBy=\(order)\($0)" } }
            + orders.flatMap { ["comics?orderBy=\($0)", "comics?orderBy=\($0)&offset=\(counts.comics * 2 / 3)"] }
            + filters + names + [
                "stories?characters=1000000&orderBy=-modified", "series?orderBy=-title", "characters?orderBy=-name",
                "stories?orderBy=-id", "comics?orderBy=issueNumber,-modified",
                "comics?orderBy=issueNumber,-modified&offset=\(counts.comics / 2)",
            ]
    }

    private static let filters = [
        "comics?format=comic", "comics?formatType=collection", "comics?noVariants=true", "comics?hasDigitalIssue=true",
        "comics?dateRange=1990-01-01,2000-01-01", "comics?startYear=1999", "comics?issueNumber=1",
        "comics?characters=1000000,1000001,1000002", "comics?sharedAppearances=1000000,1000001",
        "comics?collaborators=1,2", "comics?characters=1000000&format=comic", "comics?modifiedSince=1990-01-01",
        "comics?modifiedSince=1990-01-01&orderBy=title", "comics?format=comic&orderBy=title",
        "comics?characters=1000000&noVariants=true&orderBy=-modified", "series?contains=hardcover",
        "series?seriesType=limited&orderBy=startYear", "stories?modifiedSince=1990-01-01",
        "creators?orderBy=firstName", "stories?series=1",
    ]

    /// What visitors' searches ask for.
    static let names = [
        "characters?nameStartsWith=a", "characters?nameStartsWith=iron", "characters?nameStartsWith=iron%20hero%2012",
        "characters?nameStartsWith=zz", "events?nameStartsWith=g", "creators?nameStartsWith=d",
    ]
}
