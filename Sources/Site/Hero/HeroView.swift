import HTML
import Heroes

/// The page of a hero; missing parts are loaders, which the streamed parts replace.
struct HeroView: PartsPageView {
    static let template = "hero"

    var layout: LayoutView
    let id: Hero.ID
    let back: LinkView
    let neighbours: Neighbours
    let head: HeroHeadView
    var parts: Deferred<[HeroPartView]>
    var loaders: [LoaderView] = []
    var attribution: AttributionView?
    var isLate = false

    init(
        _ hero: Hero, _ visit: Visit, from list: HeroList?, _ neighbours: Neighbours, _ parts: Deferred<[HeroPartView]>,
        hasDetails: Bool
    ) {
        let canonical = Route.hero(hero.id, slug: hero.slug)
        let portrait = PortraitView(
            hero.thumbnail, at: .head, substitute: visit.substitute(for: hero),
            alternative: "Portrait of \(hero.name)", isUrgent: true)
        (id, self.neighbours, self.parts) = (hero.id, neighbours, parts)
        back = LinkView(from: hero.id, to: list, visit)
        head = HeroHeadView(hero, visit, portrait, from: list, hasDetails: hasDetails)
        layout = LayoutView(title: hero.name)
        layout.navigationItem = .heroes
        layout.summary =
            visit.texts.excerpt(of: hero, limit: 160)
            ?? "\(hero.name) and the comics, events, stories and series they appear in."
        layout.canonical = canonical
        layout.back = Route.hero(hero.id, slug: hero.slug, from: list)
        layout.steps = [("All heroes", .allHeroes), (hero.name, canonical)]
        layout.hue = HueView(hero.thumbnail, visit.configuration)
        layout.portrait = portrait.isPlaceholder ? nil : portrait
    }

    var transition: TransitionView? {
        TransitionView(
            [id] + (parts.value?.flatMap(\.heroes) ?? []), topics: parts.value?.flatMap(\.topics) ?? [])
    }

    static let fields: [Field<HeroView>] =
        lateFields + [
            .view("layout", \.layout),
            .number("id", \.id),
            .view("back", \.back),
            .optionalView("previous", \.neighbours.previous),
            .optionalView("next", \.neighbours.next),
            .view("head", \.head),
            .deferredList("parts", \.parts),
            .list("loaders", \.loaders),
            .optionalView("attribution", \.attribution),
        ]
}

/// The head of a hero's page: portrait, name, heart, description, facts and links.
struct HeroHeadView: View {
    let name: String
    let portrait: PortraitView
    let description: SafeHTML?
    /// True if there is no description to come either.
    let isUndescribed: Bool
    let facts: [FactView]
    let links: [LinkView]
    let share: SafeURL
    /// The address of the search for a path to another hero.
    let pathSearch: SafeURL
    let heart: HeartView
    /// The hero as JSON-LD.
    let linkedData: SafeHTML?

    init(_ hero: Hero, _ visit: Visit, _ portrait: PortraitView, from list: HeroList?, hasDetails: Bool) {
        (name, self.portrait) = (hero.name, portrait)
        description = visit.texts.description(of: hero)
        isUndescribed = hero.description == nil && !hasDetails
        facts = hero.factViews
        links = hero.links.compactMap(LinkView.init)
        share = visit.sharedAddress(.hero(hero.id, slug: hero.slug))
        pathSearch = Route.hero(.pathSearch(hero.id, slug: hero.slug, search: nil)).url
        heart = HeartView(hero, visit)
        linkedData = visit.origin.map {
            LinkedData.hero(hero, description: visit.texts.excerpt(of: hero, limit: 160), $0)
        }
    }

    static let fields: [Field<HeroHeadView>] = [
        .text("name", \.name),
        .view("portrait", \.portrait),
        .optionalHTML("description", \.description),
        .flag("isUndescribed", \.isUndescribed),
        .list("facts", \.facts),
        .flag("hasFacts") { !$0.facts.isEmpty },
        .list("links", \.links),
        .url("share", \.share),
        .url("pathSearch", \.pathSearch),
        .view("heart", \.heart),
        .optionalHTML("linkedData", \.linkedData),
    ]
}

extension LinkView {
    /// Links a hero's page back to the list, with the hero in view. Without a list of the visitor's, the page of all
    /// heroes with this one is unknown.
    init(from hero: Hero.ID, to list: HeroList?, _ visit: Visit) {
        self =
            list.map { LinkView($0.title(visit.source), $0.route.url(at: hero)) }
            ?? LinkView("All heroes", Route.allHeroes.url)
    }
}

extension HeroList {
    /// Returns the title of the list in a link back to it.
    fileprivate func title(_ source: any HeroSource) -> String {
        switch self {
        case .topic(let id, _, _): source.cachedTopic(id)?.heading ?? "Back to the \(id.kind.noun)"
        case .favourites: "Your favourites"
        case .letter: "A–Z"
        case .shared: "Shared heroes"
        case .search: "Search results"
        case .all(let filter, _, _):
            filter.isEmpty
                ? "All heroes"
                : filter.heading(team: filter.team.flatMap { source.cachedTopic(TopicID(.teams, $0))?.heading })
        }
    }
}
