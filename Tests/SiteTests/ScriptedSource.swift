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
    /// The topics of every hero, and of the source.
    var topics: [TopicKind: [Topic]] = [:]
    /// The heroes that the source's own search finds; nil for a source without one.
    var matches: [SearchMatch]?
    /// The objects that a search names.
    var named: [NamedMatch] = []
    /// The first results of other kinds of its search.
    var groups: [SearchGroup] = []
    /// What a search asks to narrow the list of heroes to.
    var filter: HeroFilter?
    /// The orders and filters; an order other than by name reverses a list.
    var choices = HeroChoices()
    /// The heroes of lists that are narrowed.
    var narrowed: [HeroFilter: [Hero]] = [:]
    /// False if no hero has all words of a search.
    var isComplete = true
    /// The topics of other topics.
    var parts: [TopicID: [TopicKind: [Topic]]] = [:]
    /// The heroes of topics.
    var cast: [TopicID: [Hero]] = [:]
    /// Works from earlier answers.
    var cachedTopics: [Topic] = []
    /// True if only the answer to a hero's query has everything.
    var hasDetails = false
    /// True if known topics lack details.
    var hasTopicDetails = false
    var listedKinds: [TopicKind] = [.events, .series, .comics]
    /// The database of its ids.
    var database: String?
    /// The years in which series began, beyond those of the comics.
    var volumes: [Int: Int] = [:]
    /// The steps from one hero to another.
    var paths: [[Hero.ID]: [PathStep]] = [:]
    /// The orders of all lists of topics; the lists are in the first one.
    var orders: [TopicOrder] = []
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
        case topics(TopicKind, of: TopicID? = nil)
        case topic(TopicID)
        case path(Hero.ID, Hero.ID)

        /// True for a hero or a topic itself.
        var isSubject: Bool {
            switch self {
            case .hero, .topic: true
            case .heroes, .search, .topics, .path: false
            }
        }
    }

    static let attribution = Attribution(html: "<a href=\"https://heroes.example\">Data by <b>somebody</b></a>")

    func heroes(_ query: HeroQuery) async throws(HeroError) -> ListPage<Hero> {
        try await begin(.heroes(query))
        if let topic = query.topic {
            guard let heroes = cast[topic] else { throw .notFound }
            return cut(heroes, query.range)
        }
        if !query.filter.isEmpty || query.order != .name, query != .bestKnown {
            let listed = query.filter.isEmpty ? heroes : narrowed[query.filter] ?? []
            return cut(query.order == .name ? listed : listed.reversed(), query.range)
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
        let isFirst = range.offset == 0
        return SearchResults(
            cut(matches, range), named: isFirst ? named : [], groups: isFirst ? groups : [],
            filter: isFirst ? filter : nil, isComplete: isComplete)
    }

    func hero(_ id: Hero.ID) async throws(HeroError) -> Attributed<Hero> {
        try await begin(.hero(id))
        guard let hero = heroes.first(where: { $0.id == id }) else { throw .notFound }
        return Attributed(hero, attribution: Self.attribution)
    }

    func topics(
        _ kind: TopicKind, of owner: TopicOwner, by order: TopicOrder?, _ range: PageRange
    ) async throws(HeroError) -> ListPage<Topic> {
        if case .topic(let id) = owner {
            try await begin(.topics(kind, of: id))
            return cut(sorted(parts[id]?[kind] ?? [], order), range)
        }
        if case .search(let text) = owner {
            try await begin(.search(text, range))
            return cut((topics[kind] ?? []).filter { $0.title.contains(text) }, range)
        }
        try await begin(.topics(kind))
        return cut(sorted(topics[kind] ?? [], order), range)
    }

    private func sorted(_ topics: [Topic], _ order: TopicOrder?) -> [Topic] {
        switch order {
        case nil, .role: topics
        case .largest, .name: topics.sorted { $0.title < $1.title }
        case .oldest: topics.sorted { $0.id.number < $1.id.number }
        case .newest: topics.sorted { $0.id.number > $1.id.number }
        }
    }

    func withVolumes(_ comics: [Topic], of owner: TopicOwner) async throws(HeroError) -> [Topic] {
        comics.map { comic in
            var comic = comic
            let series = comic.parents.first?.id?.number
            if let year = series.flatMap({ volumes[$0] }) { comic.issue?.volume = year }
            return comic
        }
    }

    func orders(_ kind: TopicKind, of owner: TopicOwner) -> [TopicOrder] { orders }

    func path(
        from start: Hero.ID, to end: Hero.ID
    ) async throws(HeroError) -> Attributed<[PathStep]> {
        try await begin(.path(start, end))
        return Attributed(paths[[start, end]] ?? [], attribution: Self.attribution)
    }

    func topic(_ id: TopicID) async throws(HeroError) -> Attributed<Topic> {
        try await begin(.topic(id))
        guard let topic = topics[id.kind]?.first(where: { $0.id == id }) else { throw .notFound }
        return Attributed(topic, attribution: Self.attribution)
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

    func cachedTopic(_ id: TopicID) -> Topic? { cachedTopics.first { $0.id == id } }

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
    static let event = Topic(
        .events, id: 238, title: "Civil <War>", description: "<p>Heroes <i>against</i> heroes.</p>",
        thumbnail: Thumbnail(path: "https://pictures.example/238", fileExtension: "jpg"),
        start: PartialDate(year: 2006, month: 7), end: PartialDate(year: 2007, month: 1))
    static let comic: Topic = {
        var comic = Topic(
            .comics, id: 101, title: "War #1", start: PartialDate(year: 1962, month: 8, day: 10),
            parents: [TopicReference("The Wars", TopicID(.series, 7)), TopicReference(event.title, event.id)])
        comic.credits = [
            Topic.Credit(TopicReference("Steve <Ditko>", TopicID(.people, 32)), "penciler, inker"),
            Topic.Credit(TopicReference("Stan Lee", TopicID(.people, 30)), "writer"),
            Topic.Credit(TopicReference("A. Nonymous", TopicID(.people, 33)), ""),
        ]
        return comic
    }()
    static let team = Topic(.teams, id: 5, title: "New <Avengers>")
    static let person = Topic(.people, id: 30, title: "Stan Lee")

    static let withEvent: ScriptedSource = {
        var source = usual
        source.listedKinds += [.teams, .people]
        source.topics[.events] = [event, Topic(.events, id: 240, title: "World War Hulk")]
        (source.topics[.teams], source.topics[.people]) = ([team], [person])
        (source.cast[team.id], source.cast[person.id]) = ([spider], [hostile])
        source.parts[team.id] = [.events: [event]]
        source.parts[person.id] = [.comics: [comic]]
        source.topics[.comics]?.append(comic)
        source.topics[.series] = [Topic(.series, id: 7, title: "The Wars", start: PartialDate(year: 1999))]
        source.cast[event.id] = [spider, hostile] + source.heroes.suffix(pageLength + 3)
        source.cast[comic.id] = [spider]
        source.cast[TopicID(.series, 7)] = []
        source.parts[event.id] = [.comics: [comic] + (102...104).map { Topic(.comics, id: $0, title: "War #\($0)") }]
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
        source.topics[.comics] = (1...pageLength + 4).map {
            Topic(.comics, id: $0, title: "Comic #\($0)", description: "About \($0).")
        }
        source.topics[.stories] = [Topic(.stories, id: 1, title: "", description: nil)]
        source.topics[.series] = [
            Topic(
                .series, id: 1, title: "<Series> & Sons", description: "<b>Long</b> run.",
                thumbnail: Thumbnail(path: "https://pictures.example/1", fileExtension: "jpg"))
        ]
        return source
    }()
}
