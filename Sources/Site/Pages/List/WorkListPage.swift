import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics`: all topics of one kind of a hero, a topic or the source (`/teams`), or those that a
/// search finds (`/comics?q=war`).
struct TopicListPage {
    let context: PageContext
    let kind: TopicKind
    /// The order in the address; nil for the usual one.
    let order: TopicOrder?
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    /// Returns the page, which waits for the owner: only then it is known that there is such a page, and its name.
    func respond(_ id: TopicOwner, slug: String?, _ page: Int) async throws(Failure) -> Response {
        let pending = context.request { source async throws(HeroError) in try await topics(of: id, page, source) }
        let owner: Owner
        do throws(Failure) {
            owner = try await context.fetch(retry: route(id, slug: slug, page), await Owner(id, context.source))
        } catch {
            // The call may count against a budget.
            pending.cancel()
            throw error
        }
        let route: @Sendable (Int) -> Route = { self.route(id, slug: owner.slug, $0) }
        if slug == nil, !owner.slug.isEmpty { throw .moved(to: route(page)) }
        return try await context.list(page, pending, at: route) { topics in
            part(topics, of: owner, page)
        } in: { topics in
            if let search = owner.search {
                view(foundFor: search, page, topics)
            } else {
                view(of: owner, page, topics)
            }
        }
    }

    private func route(_ owner: TopicOwner, slug: String?, _ page: Int) -> Route {
        .section(kind, of: owner, slug: slug, page: page, by: order, from: list)
    }

    private func topics(
        of owner: TopicOwner, _ page: Int, _ source: any HeroSource
    ) async throws(HeroError) -> ListPage<Topic> {
        guard case .search = owner else {
            return try await source.topics(kind, of: owner, by: order ?? owner.order(of: kind), .page(page))
        }
        return try await context.search(await source.topics(kind, of: owner, .page(page)))
    }

    private func part(_ topics: ListPage<Topic>, of owner: Owner, _ page: Int) -> ListPartView {
        let reason: EmptyStateView.Reason =
            owner.search.map { .noResults($0) } ?? .noTopics(kind, of: owner.name, owner.route()?.url)
        return ListPartView(
            topics: context.views(topics.items, descriptionLimit: 600),
            summary: kind.count(topics.total) + topics.growth,
            isSearchCut: owner.search != nil && context.http.queryForm.isSearchCut,
            paging: PagingView(page: page, of: topics.pageCount) {
                route(owner.id, slug: owner.slug, $0)
            },
            emptyState: topics.items.isEmpty ? EmptyStateView(reason) : nil,
            attribution: context.attribution(topics.attribution))
    }

    private func view(foundFor search: String, _ page: Int, _ list: Deferred<ListPartView>) -> ListView {
        let count = list.value?.emptyState == nil ? kind.heading : "No \(kind.rawValue)"
        let heading = "\(count) found for “\(search)”"
        var view = ListView(title: heading, heading: heading, page: page, list, skeleton: .topics)
        view.back = LinkView("All results", Route.heroes(search: search, page: 1).url)
        view.layout.summary = "\(heading)."
        view.layout.search = search
        view.layout.canonical = .section(kind, of: .search(search), slug: nil, page: page)
        view.layout.isUnlisted = true
        return view
    }

    private func view(of owner: Owner, _ page: Int, _ list: Deferred<ListPartView>) -> ListView {
        let name = owner.name.isEmpty ? nil : owner.name
        let heading = name == nil ? "All \(kind.rawValue)" : kind.rawValue
        let canonical = Route.section(kind, of: owner.id, slug: owner.slug, page: page, by: order)
        var view = ListView(
            title: name.map { "\($0) \(kind.rawValue)" } ?? heading, heading: heading, page: page, list,
            skeleton: .topics
        )
        view.name = name
        view.orders = orders(of: owner)
        view.back = LinkView(name ?? "All heroes", (owner.route(from: self.list) ?? .allHeroes).url)
        view.layout.summary =
            (name.map { "All \($0) \(kind.rawValue)" } ?? "\(heading) with Marvel heroes")
            + (page == 1 ? "." : ", page \(page).")
        view.layout.canonical = canonical
        view.layout.hue = HueView(owner.thumbnail, context.configuration)
        view.layout.steps =
            [("All heroes", .allHeroes)] + (owner.route().map { [(owner.name, $0)] } ?? []) + [
                (kind.heading, canonical)
            ]
        return view
    }
}

extension TopicListPage {
    /// Returns links to the list in its orders; none if there is no choice.
    private func orders(of owner: Owner) -> [ChoiceView] {
        let orders = context.source.orders(kind, of: owner.id)
        let usual = owner.id.order(of: kind) ?? orders.first
        return orders.map { other in
            ChoiceView(
                label: other.words, isCurrent: other == order ?? usual,
                address: Route.section(
                    kind, of: owner.id, slug: owner.slug, page: 1, by: other == usual ? nil : other, from: list
                ).url)
        }
    }
}

extension TopicOwner {
    /// Returns the usual order if it is not the source's: the comics of an event or a series are in reading order.
    func order(of kind: TopicKind) -> TopicOrder? {
        if case .topic(let id) = self, id.kind != .people, kind == .comics { .oldest } else { nil }
    }
}

extension TopicOrder {
    fileprivate var words: String {
        switch self {
        case .newest: "Newest first"
        case .oldest: "Oldest first"
        case .name: "By name"
        }
    }
}

/// The hero or topic whose topics are listed; the source itself and a search have no name.
private struct Owner: Sendable {
    let id: TopicOwner
    let name: String
    let thumbnail: Thumbnail?

    var slug: String { Slug.of(name) }

    var search: String? { if case .search(let text) = id { text } else { nil } }

    /// Returns the page of the hero or topic; nil for the source and a search.
    func route(from list: HeroList? = nil) -> Route? {
        switch id {
        case .hero(let id): .hero(id, slug: slug, from: list)
        case .topic(let id): .list(.topic(id, slug: slug, page: 1))
        case .source, .search: nil
        }
    }

    /// Requests the owner unless it is cached.
    init(_ id: TopicOwner, _ source: any HeroSource) async throws(HeroError) {
        self.id = id
        switch id {
        case .hero(let id):
            let hero = try await source.knownHero(id)
            (name, thumbnail) = (hero.name, hero.thumbnail)
        case .topic(let id):
            let topic = try await source.knownTopic(id)
            (name, thumbnail) = (topic.heading, topic.thumbnail)
        case .source, .search: (name, thumbnail) = ("", nil)
        }
    }
}
