import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics`: all works of one kind of a hero, a work or the source.
struct WorkListPage {
    let context: PageContext
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    init(_ context: PageContext, from list: HeroList?) { (self.context, self.list) = (context, list) }

    /// A page of works with their owner.
    private struct OwnedWorks: PagedResult {
        let owner: Owner
        let works: ListPage<Work>

        var pageCount: Int { works.pageCount }
        var age: Int { works.age }
    }

    func respond(_ kind: WorkKind, of id: WorkOwner, slug: String?, _ page: Int) async throws(Failure) -> Response {
        let route: @Sendable (Int) -> Route = { .section(kind, of: id, slug: slug, page: $0, from: list) }
        if slug == nil {
            let canonical = try await context.fetch(retry: route(page)) { source async throws(HeroError) in
                try await Owner(id, source).slug
            }
            guard canonical.isEmpty else {
                throw .moved(to: .section(kind, of: id, slug: canonical, page: page, from: list))
            }
        }
        return try await context.list(page, at: route) { (source, page) async throws(HeroError) in
            let pending = Pending(catching: { () async throws(HeroError) in
                try await source.works(kind, of: id, .page(page))
            })
            return OwnedWorks(owner: try await Owner(id, source), works: try await pending.value.get())
        } part: {
            part($0, kind, page)
        } in: { answer, works in
            view(kind, of: answer?.owner ?? Owner(cached: id, context.source) ?? Owner(id, slug: slug), page, works)
        }
    }

    private func part(_ list: OwnedWorks, _ kind: WorkKind, _ page: Int) -> ListPartView {
        let (owner, works) = (list.owner, list.works)
        return ListPartView(
            works: context.views(works.items, descriptionLimit: 600),
            summary: [kind.count(works.total) + works.growth, kind.order(of: works.items)].compactMap(\.self)
                .joined(separator: ", "),
            paging: PagingView(page: page, of: works.pageCount) {
                .section(kind, of: owner.id, slug: owner.slug, page: $0, from: self.list)
            },
            emptyState: works.items.isEmpty
                ? EmptyStateView(.noWorks(kind, of: owner.name, owner.route()?.url)) : nil,
            attribution: context.attribution(works.attribution))
    }

    private func view(_ kind: WorkKind, of owner: Owner, _ page: Int, _ list: Deferred<ListPartView>) -> ListView {
        let name = owner.name.isEmpty ? nil : owner.name
        let heading = name == nil ? "All \(kind.rawValue)" : kind.rawValue
        let canonical = Route.section(kind, of: owner.id, slug: owner.slug, page: page)
        var view = ListView(
            title: name.map { "\($0) \(kind.rawValue)" } ?? heading, heading: heading, page: page, list,
            skeleton: .works
        )
        view.name = name
        view.back = LinkView(name ?? "All heroes", (owner.route(from: self.list) ?? .allHeroes).url)
        view.layout.summary =
            (name.map { "All \($0) \(kind.rawValue)" } ?? "\(heading) with Marvel heroes")
            + (page == 1 ? "." : ", page \(page).")
        view.layout.canonical = canonical
        view.layout.hue = owner.hue(context.configuration)
        view.layout.steps =
            [("All heroes", .allHeroes)] + (owner.route().map { [(owner.name, $0)] } ?? []) + [
                (kind.heading, canonical)
            ]
        return view
    }
}

/// The hero or work whose works are listed, as the list names it; the source itself has no name.
private struct Owner: Sendable {
    let id: WorkOwner
    let name: String
    var thumbnail: Thumbnail?

    var slug: String { Slug.of(name) }

    /// Returns the page of the hero or work; nil for the source.
    func route(from list: HeroList? = nil) -> Route? {
        switch id {
        case .hero(let id): .hero(id, slug: slug, from: list)
        case .work(let id): .list(.work(id, slug: slug, page: 1))
        case .source: nil
        }
    }

    /// Returns the colours of the hero's or work's page.
    func hue(_ configuration: SiteConfiguration) -> HueView? {
        switch id {
        case .hero(let id): HueView(thumbnail, id, configuration)
        case .work(let id): HueView(thumbnail, id.number, configuration)
        case .source: nil
        }
    }

    /// Returns nil if the owner is not cached.
    init?(cached id: WorkOwner, _ source: any HeroSource) {
        switch id {
        case .hero(let id):
            guard let hero = source.cachedHero(id) else { return nil }
            self.init(hero)
        case .work(let id):
            guard let work = source.cachedWork(id) else { return nil }
            self.init(work)
        case .source: self.init(id: .source, name: "")
        }
    }

    /// Requests the owner unless it is cached.
    init(_ id: WorkOwner, _ source: any HeroSource) async throws(HeroError) {
        if let cached = Owner(cached: id, source) {
            self = cached
            return
        }
        switch id {
        case .hero(let id): self.init(try await source.hero(id).value)
        case .work(let id): self.init(try await source.work(id).value)
        case .source: self.init(id: .source, name: "")
        }
    }

    /// Takes the name from the address, until the owner arrives.
    init(_ id: WorkOwner, slug: String?) {
        let substitute = if case .work(let id) = id { id.kind.heading } else { "Hero" }
        self.init(id: id, name: Slug.words(slug, or: substitute))
    }

    private init(_ hero: Hero) { self.init(id: .hero(hero.id), name: hero.name, thumbnail: hero.thumbnail) }

    private init(_ work: Work) { self.init(id: .work(work.id), name: work.heading, thumbnail: work.thumbnail) }

    private init(id: WorkOwner, name: String, thumbnail: Thumbnail? = nil) {
        (self.id, self.name, self.thumbnail) = (id, name, thumbnail)
    }
}
