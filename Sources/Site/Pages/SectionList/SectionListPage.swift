import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics`: all of one kind of a hero's works.
struct SectionListPage {
    let stage: Stage
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    func respond(
        _ section: WorkKind, of id: Hero.ID, slug: String?, page: Int, _ visit: Visit
    ) async throws(Failure) -> Response {
        let deadline = stage.deadline
        let retry = Route.section(section, of: id, slug: slug, page: page, from: list)
        let answer = Answer { [stage] () async throws(HeroError) in
            try await stage.source.works(section, of: id, .page(page))
        }
        let question = Answer { [source = stage.source] () async throws(HeroError) in
            if let known = source.known(id) { return known }
            return try await source.hero(id).value
        }
        let told = slug == nil ? await question.result : await stage.soon(question, visit, by: deadline)
        // Who is late is called as the address says until then.
        let hero =
            try told.map { (result) throws(Failure) in try stage.value(result, retry: retry) }
            ?? Hero(id: id, name: Slug.words(slug))
        let canonical = Slug.of(hero.name)
        guard slug != nil || canonical.isEmpty else {
            throw .moved(to: .section(section, of: id, slug: canonical, page: page, from: list))
        }
        guard told != nil, let result = await stage.soon(answer, visit, by: deadline) else {
            try await checkEnd(section, of: hero, page)
            return stage.stream(view(section, hero, page, .pending), visit) { () throws(Failure) in
                let hero = try stage.value(await question.result, retry: retry)
                return try self.listing(await answer.result, section, hero, page)
            }
        }
        let listing = try self.listing(result, section, hero, page)
        return stage.renderer.page(view(section, hero, page, .ready(listing)), visit)
            .repeatable().aged(result.told(\.age))
    }

    private func view(
        _ section: WorkKind, _ hero: Hero, _ page: Int, _ listing: Later<ListingView>
    ) -> SectionListView {
        SectionListView(
            section, of: hero, page: page, listing: listing, from: list, HueView(hero, stage.configuration))
    }

    /// - Throws: That there is no such page, where that is known before the page itself is there.
    private func checkEnd(_ section: WorkKind, of hero: Hero, _ page: Int) async throws(Failure) {
        guard page > 1, let last = await lastPage(section, hero.id), page > last else { return }
        let route = Route.section(section, of: hero.id, slug: Slug.of(hero.name), page: last, from: list)
        throw .pastTheEnd(route, page: page)
    }

    /// As the first page tells it, where that is remembered.
    private func lastPage(_ section: WorkKind, _ id: Hero.ID) async -> Int? {
        var stage = stage
        stage.source = stage.source.serving(.prefetch)
        // Else nobody knows before the page itself is there.
        return try? await stage.source.works(section, of: id, .page(1)).pageCount
    }

    private func listing(
        _ result: Result<Slice<Work>, HeroError>, _ section: WorkKind, _ hero: Hero, _ page: Int
    ) throws(Failure) -> ListingView {
        let route = { (page: Int) in
            Route.section(section, of: hero.id, slug: Slug.of(hero.name), page: page, from: list)
        }
        let slice = try stage.value(result, retry: route(page))
        guard page <= slice.pageCount else { throw .pastTheEnd(route(slice.pageCount), page: page) }
        let invitation = InvitationView(
            heading: "Nothing here yet", sentence: "No \(section.rawValue) with \(hero.name) on record.",
            address: Route.hero(hero.id, named: hero.name).url, label: "Back to \(hero.name)")
        return ListingView(
            summary: "\(slice.total.grouped) on record",
            items: slice.items.map {
                ListableView($0, standIn: stage.standIn, sanitizer: stage.excerpts, descriptionLimit: 600)
            },
            paging: PagingView(page: page, of: slice.pageCount, route: route),
            invitation: slice.items.isEmpty ? invitation : nil,
            attribution: stage.attribution(slice.attribution))
    }
}
