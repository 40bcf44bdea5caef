import Heroes

/// A source with scripted answers; the real ones have their own contract tests.
struct ScriptedSource: HeroSource {
    var heroes: [Hero] = []
    /// Heroes from earlier answers.
    var cachedHeroes: [Hero] {
        get {
            countCachedHeroes()
            return knownHeroes
        }
        set { knownHeroes = newValue }
    }
    private var knownHeroes: [Hero] = []
    /// Runs before each reading of `cachedHeroes`.
    var countCachedHeroes: @Sendable () -> Void = {}
    /// The works of every hero, and of the source.
    var works: [WorkKind: [Work]] = [:]
    /// The heroes that the source's own search finds; nil for a source without one.
    var matches: [SearchMatch]?
    /// The first results of other kinds of its search.
    var groups: [SearchGroup] = []
    /// False if no hero has all words of a search.
    var isComplete = true
    /// The works of other works.
    var parts: [WorkID: [WorkKind: [Work]]] = [:]
    /// The heroes of works.
    var cast: [WorkID: [Hero]] = [:]
    /// Works from earlier answers.
    var cachedWorks: [Work] = []
    /// True if only the answer to a hero's query has everything.
    var hasDetails = false
    var listedKinds: [WorkKind] = [.events, .series, .comics]
    /// The steps from one hero to another.
    var connections: [[Hero.ID]: [ConnectionStep]] = [:]
    /// The orders of all lists of works; the lists are in the first one.
    var orders: [WorkOrder] = []
    /// The gap of every list.
    var gap: ListGap?
    /// The heroes that pages of the source's own site are about.
    var pages: [String: Hero] = [:]
    /// Runs before every answer: waits, or throws an error.
    var before: @Sendable (Query) async throws(HeroError) -> Void = { _ throws(HeroError) in }

    /// Returns true if the answer is cached; a prefetch gets only cached answers.
    var isCached: @Sendable (Query) -> Bool = { _ in true }
    var isPrefetch = false
    /// Returns the revision, or nil for a source without one.
    var changes: @Sendable () -> UInt64? = { nil }

    var revision: UInt64? { changes() }

    enum Query: Hashable, Sendable {
        case heroes(HeroQuery)
        case search(String, PageRange)
        case hero(Hero.ID)
        case works(WorkKind, of: WorkID? = nil)
        case work(WorkID)
        case connection(Hero.ID, Hero.ID)

        /// True for a hero or a work itself.
        var isSubject: Bool {
            switch self {
            case .hero, .work: true
            case .heroes, .search, .works, .connection: false
            }
        }
    }

    static let attribution = Attribution(html: "<a href=\"https://heroes.example\">Data by <b>somebody</b></a>")

    func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero> {
        try await begin(.heroes(query))
        if let work = query.work {
            guard let heroes = cast[work] else { throw .notFound }
            return cut(heroes, query.range)
        }
        let start = query.nameStartsWith?.lowercased() ?? ""
        return cut(heroes.filter { $0.name.lowercased().hasPrefix(start) }, query.range)
    }

    func search(_ text: String, _ range: PageRange) async throws(HeroError) -> SearchResults {
        guard let matches else {
            let heroes = try await heroes(HeroQuery(nameStartsWith: text, range: range))
            return SearchResults(heroes.map { SearchMatch($0, .name) })
        }
        try await begin(.search(text, range))
        return SearchResults(
            cut(matches, range), groups: range.offset == 0 ? groups : [], isComplete: isComplete)
    }

    func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        try await begin(.hero(id))
        guard let hero = heroes.first(where: { $0.id == id }) else { throw .notFound }
        return Attributed(hero, attribution: Self.attribution)
    }

    func works(
        _ kind: WorkKind, of owner: WorkOwner, by order: WorkOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Work> {
        if case .work(let id) = owner {
            try await begin(.works(kind, of: id))
            return cut(sorted(parts[id]?[kind] ?? [], order), range)
        }
        if case .search(let text) = owner {
            try await begin(.search(text, range))
            return cut((works[kind] ?? []).filter { $0.title.contains(text) }, range)
        }
        try await begin(.works(kind))
        return cut(sorted(works[kind] ?? [], order), range)
    }

    private func sorted(_ works: [Work], _ order: WorkOrder?) -> [Work] {
        switch order {
        case nil: works
        case .name: works.sorted { $0.title < $1.title }
        case .oldest: works.sorted { $0.id.number < $1.id.number }
        case .newest: works.sorted { $0.id.number > $1.id.number }
        }
    }

    func orders(_ kind: WorkKind, of owner: WorkOwner) -> [WorkOrder] { orders }

    func connection(
        from start: Hero.ID, to end: Hero.ID
    ) async throws(HeroError) -> Attributed<[ConnectionStep]> {
        try await begin(.connection(start, end))
        return Attributed(connections[[start, end]] ?? [], attribution: Self.attribution)
    }

    func work(_ id: WorkID) async throws(HeroError) -> Attributed<Work> {
        try await begin(.work(id))
        guard let work = works[id.kind]?.first(where: { $0.id == id }) else { throw .notFound }
        return Attributed(work, attribution: Self.attribution)
    }

    func `for`(_ kind: RequestKind) -> ScriptedSource {
        var source = self
        source.isPrefetch = if case .prefetch = kind { true } else { false }
        return source
    }

    private func begin(_ query: Query) async throws(HeroError) {
        guard !isPrefetch || isCached(query) else { throw .notCached }
        try await before(query)
    }

    func cachedHero(_ id: Hero.ID) -> Hero? { cachedHeroes.first { $0.id == id } }

    func cachedWork(_ id: WorkID) -> Work? { cachedWorks.first { $0.id == id } }

    private func cut<Item>(_ items: [Item], _ range: PageRange) -> ListPage<Item> {
        var page = ListPage(
            items: Array(items.dropFirst(range.offset).prefix(range.limit)), range: range, total: items.count,
            attribution: Self.attribution)
        page.gap = gap
        return page
    }
}

extension ScriptedSource {
    static let spider = Hero(
        id: 1_009_610, name: "Spider-Man", description: "<p class=\"Body\">Swings <i>between</i> rooftops.</p>",
        thumbnail: Thumbnail(path: "/images/characters/1009610", fileExtension: "svg"),
        links: [Hero.Link(kind: "wiki", url: "https://heroes.example/spider-man")])
    static let hostile = Hero(
        id: 66, name: "\"><script>alert('Doom')</script> & Söhne",
        description: "<img src=x onerror=alert(1)>Ruler <b>of</b> Latveria",
        thumbnail: Thumbnail(path: "javascript:alert(1)//", fileExtension: "jpg"),
        links: [Hero.Link(kind: "wiki", url: "javascript:alert(1)")])

    /// An event with a page and five heroes, four comics and no series; the first comic has a page too.
    static let event = Work(
        .events, id: 238, title: "Civil <War>", description: "<p>Heroes <i>against</i> heroes.</p>",
        thumbnail: Thumbnail(path: "https://pictures.example/238", fileExtension: "jpg"),
        start: PartialDate(year: 2006, month: 7), end: PartialDate(year: 2007, month: 1))
    static let comic: Work = {
        var comic = Work(
            .comics, id: 101, title: "War #1", start: PartialDate(year: 1962, month: 8, day: 10),
            parents: [WorkReference("The Wars", WorkID(.series, 7)), WorkReference(event.title, event.id)])
        comic.credits = [
            Work.Credit(WorkReference("Steve <Ditko>", WorkID(.people, 32)), "penciler, inker"),
            Work.Credit(WorkReference("Stan Lee", WorkID(.people, 30)), "writer"),
            Work.Credit(WorkReference("A. Nonymous", WorkID(.people, 33)), ""),
        ]
        return comic
    }()
    static let team = Work(.teams, id: 5, title: "New <Avengers>")
    static let person = Work(.people, id: 30, title: "Stan Lee")

    static let withEvent: ScriptedSource = {
        var source = usual
        source.listedKinds += [.teams, .people]
        source.works[.events] = [event, Work(.events, id: 240, title: "World War Hulk")]
        (source.works[.teams], source.works[.people]) = ([team], [person])
        (source.cast[team.id], source.cast[person.id]) = ([spider], [hostile])
        source.parts[team.id] = [.events: [event]]
        source.parts[person.id] = [.comics: [comic]]
        source.works[.comics]?.append(comic)
        source.works[.series] = [Work(.series, id: 7, title: "The Wars", start: PartialDate(year: 1999))]
        source.cast[event.id] = [spider, hostile] + source.heroes.suffix(pageLength + 3)
        source.cast[comic.id] = [spider]
        source.cast[WorkID(.series, 7)] = []
        source.parts[event.id] = [.comics: [comic] + (102...104).map { Work(.comics, id: $0, title: "War #\($0)") }]
        return source
    }()

    /// Returns the source with failures of these queries.
    func failing(_ errors: [Query: HeroError]) -> ScriptedSource {
        var source = self
        source.before = { query throws(HeroError) in if let error = errors[query] { throw error } }
        return source
    }

    private static var pageLength: Int { PageRange.pageLength }

    /// The number of the last hero, the fifth on the third page.
    static let lastHero = 2 * pageLength + 3

    /// Heroes on three pages, with a hostile one on the first, works of every kind, and comics on two pages.
    static let usual: ScriptedSource = {
        var source = ScriptedSource()
        source.heroes = [hostile, spider] + (1...lastHero).map { Hero(id: $0, name: "Hero \($0)") }
        source.works[.comics] = (1...pageLength + 4).map {
            Work(.comics, id: $0, title: "Comic #\($0)", description: "About \($0).")
        }
        source.works[.stories] = [Work(.stories, id: 1, title: "", description: nil)]
        source.works[.series] = [
            Work(
                .series, id: 1, title: "<Series> & Sons", description: "<b>Long</b> run.",
                thumbnail: Thumbnail(path: "https://pictures.example/1", fileExtension: "jpg"))
        ]
        return source
    }()
}
