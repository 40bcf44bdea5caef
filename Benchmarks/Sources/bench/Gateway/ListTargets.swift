/// The list calls that are measured, always the same ones.
struct ListTargets {
    let counts: RecordedCollection.Counts

    /// Each kind, each relation, filters and orders, on the first page, in the middle and at the end.
    var all: [String] {
        let kinds = counts.sizes.sorted { $0.key < $1.key }
        let lists = kinds.flatMap { kind, count in
            ["\(kind)", "\(kind)?offset=\(count / 2)", "\(kind)?offset=\(max(0, count - 20))"]
        }
        let relations = kinds.flatMap { kind, _ in
            kinds.filter { $0.key != kind }.map { "\(kind)/\(kind == "characters" ? 1_000_000 : 1)/\($0.key)" }
        }
        return lists + relations + orders + Self.filters + mixtures
    }

    private var orders: [String] {
        let hero = "characters/1000000/comics"
        let most = counts.comics * RecordedCollection.share / 1_000_000
        let orders = ["title", "-title", "-modified", "issueNumber", "onsaleDate", "focDate"]
        return orders.flatMap { order in
            ["", "&offset=\(most / 2)", "&offset=\(most - 20)"].map { "\(hero)?orderBy=\(order)\($0)" }
                + ["comics?orderBy=\(order)", "comics?orderBy=\(order)&offset=\(counts.comics * 2 / 3)"]
        } + [
            "stories?characters=1000000&orderBy=-modified", "series?orderBy=-title", "characters?orderBy=-name",
            "stories?orderBy=-id", "creators?orderBy=firstName",
            "comics?orderBy=issueNumber,-modified&offset=\(counts.comics / 2)",
        ]
    }

    private static let filters = [
        "comics?format=comic", "comics?formatType=collection", "comics?noVariants=true", "comics?hasDigitalIssue=true",
        "comics?dateRange=1990-01-01,2000-01-01", "comics?startYear=1999", "comics?issueNumber=1",
        "comics?characters=1000000,1000001,1000002", "comics?sharedAppearances=1000000,1000001",
        "comics?collaborators=1,2", "comics?characters=1000000&format=comic", "comics?modifiedSince=1990-01-01",
        "comics?modifiedSince=1990-01-01&orderBy=title", "comics?format=comic&orderBy=title",
        "series?contains=hardcover", "series?seriesType=limited&orderBy=startYear", "stories?series=1",
        "stories?modifiedSince=1990-01-01", "characters?nameStartsWith=a", "characters?nameStartsWith=iron",
        "characters?nameStartsWith=iron%20hero%2012", "characters?nameStartsWith=zz", "events?nameStartsWith=g",
        "creators?nameStartsWith=d",
    ]

    /// The slowest of 400 random mixtures of relations, filters, orders and offsets.
    private var mixtures: [String] {
        [
            "comics?characters=1000772,1000010&formatType=comic&modifiedSince=1979-05-05&orderBy=-issueNumber,-onsaleDate"
                + "&startYear=1982",
            "series/\(counts.series * 5 / 7)/stories?characters=1001416,1001081,1000876,1000172,1000000,1000138,1000002,1000152,1000298"
                + "&creators=1463&events=27,1&orderBy=modified,id",
            "stories?characters=1001343,1000112,1001479,1000464,1001421,1000667,1000000,1000001,1000008"
                + "&modifiedSince=1984-05-05&orderBy=-id,-modified",
            "stories?comics=20915,35&creators=1116,2233,1,4965,457,812,5663,2686,95,5527&modifiedSince=2017-05-05"
                + "&orderBy=-modified&series=14364,1836",
            "characters/1000000/comics?dateRange=1970-01-01,2015-12-31&noVariants=true&offset=1068"
                + "&orderBy=-title,focDate,-onsaleDate,-issueNumber",
            "comics?format=comic&modifiedSince=1966-05-05&orderBy=issueNumber,-modified,-onsaleDate,focDate,title"
                + "&titleStartsWith=iron",
            "comics?collaborators=1,2&orderBy=-title,onsaleDate,modified&sharedAppearances=1000000,1000001",
        ]
    }
}
