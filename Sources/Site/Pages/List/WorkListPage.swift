import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics`: all works of one kind of a hero, a work or the source.
struct WorkListPage {
    let context: PageContext
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    init(_ context: PageContext, from list: HeroList?) { (self.context, self.list) = (context, list) }

    /// Returns the page, which waits for the owner: only then it is known that there is such a page, and its name.
    func respond(_ kind: WorkKind, of id: WorkOwner, slug: String?, _ page: Int) async throws(Failure) -> Response {
        let pending = Pending(catching: { [source = context.source] () async throws(HeroError) in
            try await source.works(kind, of: id, .page(page))
        })
        let owner: Owner
        do throws(Failure) {
            owner = try await context.fetch(retry: .section(kind, of: id, slug: slug, page: page, from: list)) {
                source async throws(HeroError) in try await Owner(id, source)
            }
        } catch {
            // The call may count against a budget.
            pending.cancel()
            throw error
        }
        let route: @Sendable (Int) -> Route = { .section(kind, of: id, slug: owner.slug, page: $0, from: list) }
        if slug == nil, !owner.slug.isEmpty { throw .moved(to: route(page)) }
        return try await context.list(page, at: route) { (source, number) async throws(HeroError) in
            if number == page { return try await pending.value.get() }
            return try await source.works(kind, of: id, .page(number))
        } part: { works in
            part(works, of: owner, kind, page)
        } in: { works in
            view(kind, of: owner, page, works)
        }
    }

    private func part(_ works: ListPage<Work>, of owner: Owner, _ kind: WorkKind, _ page: Int) -> ListPartView {
        ListPartView(
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
        view.layout.hue = HueView(owner.thumbnail, context.configuration)
        view.layout.steps =
            [("All heroes", .allHeroes)] + (owner.route().map { [(owner.name, $0)] } ?? []) + [
                (kind.heading, canonical)
            ]
        return view
    }
}

/// The hero or work whose works are listed; the source itself has no name.
private struct Owner: Sendable {
    let id: WorkOwner
    let name: String
    let thumbnail: Thumbnail?

    var slug: String { Slug.of(name) }

    /// Returns the page of the hero or work; nil for the source.
    func route(from list: HeroList? = nil) -> Route? {
        switch id {
        case .hero(let id): .hero(id, slug: slug, from: list)
        case .work(let id): .list(.work(id, slug: slug, page: 1))
        case .source: nil
        }
    }

    /// Requests the owner unless it is cached.
    init(_ id: WorkOwner, _ source: any HeroSource) async throws(HeroError) {
        self.id = id
        switch id {
        case .hero(let id):
            let hero = if let known = source.cachedHero(id) { known } else { try await source.hero(id).value }
            (name, thumbnail) = (hero.name, hero.thumbnail)
        case .work(let id):
            let work = if let known = source.cachedWork(id) { known } else { try await source.work(id).value }
            (name, thumbnail) = (work.heading, work.thumbnail)
        case .source: (name, thumbnail) = ("", nil)
        }
    }
}
