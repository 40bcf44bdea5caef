import HTML
import Heroes

/// Heroes and topics for the named examples of views, among them one with a hostile name.
enum Samples {
    static let spider = Hero(
        id: 1_009_610, name: "Spider-Man", description: "<p>Swings <i>between</i> rooftops.</p>",
        thumbnail: Thumbnail(path: "/images/characters/1009610", fileExtension: "svg"),
        links: [
            Hero.Link(kind: "wiki", url: "https://heroes.example/spider-man"),
            Hero.Link(kind: "comicvine", url: "https://heroes.example/4005-1443/"),
        ],
        facts: HeroFacts(
            realName: "Peter Parker", aliases: ["Spidey", "Web-Slinger <b>"],
            firstAppearance: TopicReference("Amazing Fantasy (1962) #15", TopicID(.comics, 16926))))
    static let plain = Hero(id: 1_010_672, name: "Araña")
    static let hostile = Hero(
        id: 66, name: "\"><script>alert('Doom')</script> & Söhne",
        description: "<img src=x onerror=alert(1)>Ruler <b>of</b> Latveria",
        thumbnail: Thumbnail(path: "javascript:alert(1)//", fileExtension: "jpg"),
        links: [Hero.Link(kind: "wiki", url: "javascript:alert(1)")])
    static let heroes = [plain, hostile, spider]

    static let placeholderImage = SafeURL.path("/static/placeholder.svg")

    static func card(_ hero: Hero, note: String? = nil, isOn: Bool = false) -> HeroCardView {
        HeroCardView(
            hero: hero, note: note,
            portrait: PortraitView(hero.thumbnail, at: .card, placeholderImage: placeholderImage),
            heart: HeartView(
                hero: hero.id, name: hero.name, isOn: isOn, back: Route.heroes(search: nil, page: 2).target))
    }

    static let list = ListPartView(
        cards: heroes.map { card($0, isOn: $0.id == spider.id) }, summary: "162 heroes",
        paging: PagingView(page: 2, of: 9) { .heroes(search: nil, page: $0) },
        attribution: AttributionView(html: .escaping("Data by a source")))

    static let searchResults: ListPartView = {
        var list = ListPartView(cards: heroes.map { card($0) }, summary: "3 heroes", isInexact: true)
        list.cards[0].note = "also known as <b>Anya Corazon</b>"
        list.groups = [
            SearchGroup(.teams, [SearchGroup.Item(id: 1, name: "Web <Warriors>")], total: 1),
            SearchGroup(.comics, [SearchGroup.Item(id: comic.id.number, name: comic.title)], total: 1214),
        ].compactMap { SearchGroupView($0, of: "a&b") }
        return list
    }()

    static let frontPage: ListPartView = {
        var list = ListPartView(cards: [card(plain), card(hostile)])
        list.front = FrontView(
            hero: card(spider), description: "Swings <between> rooftops.",
            teams: FactView("Teams", [TopicReference("Web <Warriors>", TopicID(.teams, 1))]), events: topics,
            all: LinkView("All 162 heroes", Route.allHeroes.url))
        return list
    }()

    static var sharedList: ListPartView {
        var list = list
        list.sharedList = SharedListView(
            ids: list.cards.map(\.hero.id), names: "Storm and <Thor>", isComplete: false,
            share: Route.shared(list.cards.map(\.hero.id), page: 1).url)
        return list
    }

    static func head(_ hero: Hero) -> HeadView {
        HeadView(
            name: hero.name,
            portrait: PortraitView(
                hero.thumbnail, at: .head, placeholderImage: placeholderImage, alternative: hero.name, isUrgent: true),
            description: hero.description.flatMap { Sanitizer().sanitize($0) },
            isUndescribed: hero.description == nil, facts: hero.facts?.views ?? [],
            links: hero.links.compactMap(LinkView.init), share: Route.hero(hero.id, named: hero.name).url,
            pathSearch: Route.pathSearch(hero.id, slug: hero.slug, search: nil).url,
            heart: HeartView(
                hero: hero.id, name: hero.name, isOn: true, back: Route.hero(hero.id, named: hero.name).target))
    }

    static func head(_ topic: Topic) -> HeadView {
        HeadView(
            name: topic.heading, kind: topic.kind.noun.capitalized,
            portrait: PortraitView(topic.thumbnail, at: .head, placeholderImage: placeholderImage, isUrgent: true),
            description: topic.description.flatMap { Sanitizer().sanitize($0) },
            isUndescribed: topic.description == nil, facts: topic.facts, share: Route.allHeroes.url)
    }

    static let event = Topic(
        .events, id: 238, title: "Civil <War>", description: "<p>Heroes <i>against</i> heroes.</p>",
        thumbnail: Thumbnail(path: "/images/events/238", fileExtension: "svg"),
        start: PartialDate(year: 2006, month: 7, day: 1), end: PartialDate(year: 2007))
    static let comic = Topic(
        .comics, id: 4242, title: "Civil War (2006) #1", start: PartialDate(year: 2006, month: 5, day: 3),
        parents: [
            TopicReference("Civil War (2006 - 2007)", TopicID(.series, 1067)), TopicReference("Civil <War>", event.id),
            TopicReference("Mutants & Masks", TopicID(.events, 2)),
        ])

    static let topics = [
        Topic(.comics, id: 1, title: "The First <Issue> & More", description: "<p>It begins.</p>"),
        Topic(
            .comics, id: 2, title: "", description: nil,
            thumbnail: Thumbnail(path: "https://pictures.example/2", fileExtension: "jpg")),
    ].map {
        TopicView(
            $0, description: $0.description.flatMap { Sanitizer().plainText($0, limit: 200) },
            placeholderImage: placeholderImage)
    }

    static let some: SectionView = {
        var view = SectionView(.comics, total: 4499)
        view.items = topics
        view.all = Route.section(.comics, of: .hero(spider.id), slug: "spider-man", page: 1).url
        return view
    }()

    static let none = SectionView(.events)

    static let failed: SectionView = {
        var view = SectionView(.stories)
        view.trouble = TroubleView("Stories", .timedOut(""), retry: Route.hero(spider.id, named: spider.name))
        return view
    }()

    static let trouble = TroubleView(
        "Heroes", .unavailable("", retryAfter: 3600), retry: .list(.topic(event.id, slug: "civil-war", page: 1)))
}
