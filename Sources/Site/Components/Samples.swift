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
            hero, note: note, portrait: PortraitView(hero.thumbnail, at: .card, placeholderImage: placeholderImage),
            heart: HeartView(hero, isOn: isOn, back: HeroList.all(page: 2).route.target))
    }

    static let list = CardsView(
        heroes.map { card($0, isOn: $0.id == spider.id) }, summary: "162 heroes",
        paging: PagingView(page: 2, of: 9) { HeroList.all(page: $0).route })

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

    static let items = [
        Topic(.comics, id: 1, title: "The First <Issue> & More", description: "<p>It begins.</p>"),
        Topic(
            .comics, id: 2, title: "", description: nil,
            thumbnail: Thumbnail(path: "https://pictures.example/2", fileExtension: "jpg")),
    ].map {
        TopicItemView(
            $0, description: $0.description.flatMap { Sanitizer().plainText($0, limit: 200) },
            placeholderImage: placeholderImage)
    }

    static let some: SectionView = {
        var view = SectionView(.comics, total: 4499)
        view.items = items
        view.all = Route.topics(.comics, of: .hero(spider.id), slug: "spider-man", page: 1).url
        return view
    }()

    static let failed: SectionView = {
        var view = SectionView(.stories)
        view.trouble = TroubleView("Stories", .timedOut(""), retry: Route.hero(spider.id, named: spider.name))
        return view
    }()

    static let trouble = TroubleView(
        "Heroes", .unavailable("", retryAfter: 3600), retry: .topic(event.id, slug: "civil-war", page: 1))
}
