import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics`: all of one kind of a hero's works.
struct SectionListPage {
    let stage: Stage
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    /// The works with the hero, after whom they are named.
    private struct Listing: ListAnswer {
        let hero: Hero
        let works: ListPage<Work>

        var pageCount: Int { works.pageCount }
        var age: Int { works.age }
    }

    func respond(
        _ section: WorkKind, of id: Hero.ID, slug: String?, page: Int, _ visit: Visit
    ) async throws(Failure) -> Response {
        let route: @Sendable (Int) -> Route = { .section(section, of: id, slug: slug, page: $0, from: list) }
        let hero: @Sendable (any HeroSource) async throws(HeroError) -> Hero = { (source) throws(HeroError) in
            if let known = source.known(id) { return known }
            return try await source.hero(id).value
        }
        if slug == nil {
            let canonical = Slug.of(try await stage.answer(retry: route(page), hero).name)
            guard canonical.isEmpty else {
                throw .moved(to: .section(section, of: id, slug: canonical, page: page, from: list))
            }
        }
        return try await stage.list(page, visit, at: route) { (source, page) async throws(HeroError) in
            let works = Answer { () async throws(HeroError) in try await source.works(section, of: id, .page(page)) }
            return Listing(hero: try await hero(source), works: try await works.result.get())
        } part: { listing in
            view(listing, section, page)
        } in: { answer, listing in
            // Who is late is called as the address says until then.
            let hero = answer?.hero ?? stage.source.known(id) ?? Hero(id: id, name: Slug.words(slug))
            return SectionListView(
                section, of: hero, page: page, listing: listing, from: list, HueView(hero, stage.configuration))
        }
    }

    private func view(_ listing: Listing, _ section: WorkKind, _ page: Int) -> ListingView {
        let (hero, works) = (listing.hero, listing.works)
        let invitation = InvitationView(
            heading: "Nothing here yet", sentence: "No \(section.rawValue) with \(hero.name) on record.",
            address: Route.hero(hero.id, named: hero.name).url, label: "Back to \(hero.name)")
        return ListingView(
            summary: "\(works.total.grouped) on record",
            items: works.items.map {
                ListableView($0, standIn: stage.standIn, sanitizer: stage.excerpts, descriptionLimit: 600)
            },
            paging: PagingView(page: page, of: works.pageCount) {
                .section(section, of: hero.id, slug: Slug.of(hero.name), page: $0, from: list)
            },
            invitation: works.items.isEmpty ? invitation : nil, attribution: stage.attribution(works.attribution))
    }
}
