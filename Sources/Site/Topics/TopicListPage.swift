import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics` and `/teams`: all topics of one kind of a hero, a topic or the source.
struct TopicListPage {
    let visit: Visit
    let kind: TopicKind
    let owner: TopicOwner
    let slug: String?
    let page: Int
    /// The order in the address; nil for the usual one.
    let order: TopicOrder?
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    /// Returns the page after the owner is known: its name is in the heading, and without an owner there is no page.
    func response() async throws(Failure) -> Response {
        let topics = visit.pending { source async throws(HeroError) in
            try await source.topics(kind, of: owner, by: order ?? owner.order(of: kind), .page(page))
        }
        let named: NamedOwner
        do throws(Failure) {
            named = try await visit.fetch(retry: route(slug, page), await NamedOwner(owner, visit.source))
        } catch {
            // The call may count against a budget.
            topics.cancel()
            throw error
        }
        let route: @Sendable (Int) -> Route = { self.route(named.slug, $0) }
        if slug == nil, !named.slug.isEmpty { throw .moved(to: route(page)) }
        return try await visit.listPage(of: topics, retry: route(page)) { topics throws(Failure) in
            try topics.checkPage(page, route)
            return TopicListContentView(
                list: TopicsView(topics, kind, page: page, visit, at: route),
                none: topics.items.isEmpty ? NoTopicsView(kind, of: named) : nil,
                attribution: visit.texts.attribution(topics.attribution))
        } view: { content -> TopicListView in
            var view = TopicListView(named, kind, page, content)
            view.back = LinkView(view.name ?? "All heroes", (named.route(from: list) ?? .allHeroes).url)
            view.orders = orders(of: named)
            // The order makes no other page, and the source may ignore it.
            view.layout.canonical = .topics(kind, of: owner, slug: named.slug, page: page)
            view.layout.back = .topics(kind, of: owner, slug: named.slug, page: page, by: order)
            view.layout.hue = HueView(named.thumbnail, visit.configuration)
            view.layout.steps = steps(named, view.layout.canonical)
            return view
        }
    }

    private func route(_ slug: String?, _ page: Int) -> Route {
        .topics(kind, of: owner, slug: slug, page: page, by: order, from: list)
    }

    private func steps(_ owner: NamedOwner, _ canonical: Route?) -> [(name: String, route: Route)] {
        [("All heroes", .allHeroes)] + (owner.route().map { [(owner.name, $0)] } ?? [])
            + (canonical.map { [(kind.heading, $0)] } ?? [])
    }

    /// Returns links to the list in its orders; none if there is no choice.
    private func orders(of named: NamedOwner) -> [ChoiceView] {
        let orders = visit.source.orders(kind, of: owner)
        let usual = owner.order(of: kind) ?? orders.first
        return orders.map { other in
            ChoiceView(
                label: other.words, isCurrent: other == order ?? usual,
                address: Route.topics(
                    kind, of: owner, slug: named.slug, page: 1, by: other == usual ? nil : other, from: list
                ).url)
        }
    }
}

/// The hero or topic that has the listed topics; the source itself has no name.
struct NamedOwner: Sendable {
    let id: TopicOwner
    let name: String
    let thumbnail: Thumbnail?

    var slug: String { Slug.of(name) }

    /// Returns the page of the hero or topic; nil for the source.
    func route(from list: HeroList? = nil) -> Route? {
        switch id {
        case .hero(let id): .hero(id, slug: slug, from: list)
        case .topic(let id): .topic(id, slug: slug, page: 1)
        case .source, .search: nil
        }
    }

    init(_ id: TopicOwner, name: String, thumbnail: Thumbnail? = nil) {
        (self.id, self.name, self.thumbnail) = (id, name, thumbnail)
    }

    /// Requests the owner unless it is cached.
    init(_ id: TopicOwner, _ source: any HeroSource) async throws(HeroError) {
        switch id {
        case .hero(let hero):
            let hero = try await source.knownHero(hero)
            self.init(id, name: hero.name, thumbnail: hero.thumbnail)
        case .topic(let topic):
            let topic = try await source.knownTopic(topic)
            self.init(id, name: topic.heading, thumbnail: topic.thumbnail)
        case .source, .search: self.init(id, name: "")
        }
    }
}

extension TopicOrder {
    fileprivate var words: String {
        switch self {
        case .role: "Main ones first"
        case .newest: "Newest first"
        case .oldest: "Oldest first"
        case .largest: "Largest first"
        case .name: "By name"
        }
    }
}
