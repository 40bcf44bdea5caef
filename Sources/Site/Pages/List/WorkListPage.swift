import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics`: all works of one kind of a hero, a work or the source, or those that a search
/// finds (`/comics?q=war`).
struct WorkListPage {
    let context: PageContext
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    /// Returns the page, which waits for the owner: only then it is known that there is such a page, and its name.
    func respond(_ kind: WorkKind, of id: WorkOwner, slug: String?, _ page: Int) async throws(Failure) -> Response {
        let pending = Pending(catching: { [source = context.source] () async throws(HeroError) in
            try await works(kind, of: id, page, source)
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
            return try await works(kind, of: id, number, source)
        } part: { works in
            part(works, of: owner, kind, page)
        } in: { works in
            if let search = owner.search {
                view(kind, foundFor: search, page, works)
            } else {
                view(kind, of: owner, page, works)
            }
        }
    }

    private func works(
        _ kind: WorkKind, of owner: WorkOwner, _ page: Int, _ source: any HeroSource
    ) async throws(HeroError) -> ListPage<Work> {
        guard case .search = owner else { return try await source.works(kind, of: owner, .page(page)) }
        return try await context.search { () async throws(HeroError) in
            try await source.works(kind, of: owner, .page(page))
        }
    }

    private func part(_ works: ListPage<Work>, of owner: Owner, _ kind: WorkKind, _ page: Int) -> ListPartView {
        let order = owner.search == nil ? kind.order(of: works.items) : nil
        let reason: EmptyStateView.Reason =
            owner.search.map { .noResults($0) } ?? .noWorks(kind, of: owner.name, owner.route()?.url)
        return ListPartView(
            works: context.views(works.items, descriptionLimit: 600),
            summary: [kind.count(works.total) + works.growth, order].compactMap(\.self).joined(separator: ", "),
            isSearchCut: owner.search != nil && context.http.queryForm.isSearchCut,
            paging: PagingView(page: page, of: works.pageCount) {
                .section(kind, of: owner.id, slug: owner.slug, page: $0, from: self.list)
            },
            emptyState: works.items.isEmpty ? EmptyStateView(reason) : nil,
            attribution: context.attribution(works.attribution))
    }

    private func view(
        _ kind: WorkKind, foundFor search: String, _ page: Int, _ list: Deferred<ListPartView>
    ) -> ListView {
        let count = list.value?.emptyState == nil ? kind.heading : "No \(kind.rawValue)"
        let heading = "\(count) found for “\(search)”"
        var view = ListView(title: heading, heading: heading, page: page, list, skeleton: .works)
        view.back = LinkView("All results", Route.heroes(search: search, page: 1).url)
        view.layout.summary = "\(heading)."
        view.layout.search = search
        view.layout.canonical = .section(kind, of: .search(search), slug: nil, page: page)
        view.layout.isUnlisted = true
        return view
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

/// The hero or work whose works are listed; the source itself and a search have no name.
private struct Owner: Sendable {
    let id: WorkOwner
    let name: String
    let thumbnail: Thumbnail?

    var slug: String { Slug.of(name) }

    var search: String? { if case .search(let text) = id { text } else { nil } }

    /// Returns the page of the hero or work; nil for the source and a search.
    func route(from list: HeroList? = nil) -> Route? {
        switch id {
        case .hero(let id): .hero(id, slug: slug, from: list)
        case .work(let id): .list(.work(id, slug: slug, page: 1))
        case .source, .search: nil
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
        case .source, .search: (name, thumbnail) = ("", nil)
        }
    }
}
