import HTML
import HTTP
import Heroes

/// `/heroes/1009610-spider-man/comics`: all of a hero's works of one kind.
struct SectionListPage {
    let context: PageContext
    /// The list of heroes that the visitor came from.
    let list: HeroList?

    /// A page of works with their hero.
    private struct HeroWorks: PagedResult {
        let hero: Hero
        let works: ListPage<Work>

        var pageCount: Int { works.pageCount }
        var age: Int { works.age }
    }

    func respond(
        _ section: WorkKind, of id: Hero.ID, slug: String?, page: Int, _ request: PageRequest
    ) async throws(Failure) -> Response {
        let route: @Sendable (Int) -> Route = { .section(section, of: id, slug: slug, page: $0, from: list) }
        let hero: @Sendable (any HeroSource) async throws(HeroError) -> Hero = { (source) throws(HeroError) in
            if let known = source.cachedHero(id) { return known }
            return try await source.hero(id).value
        }
        if slug == nil {
            let canonical = Slug.of(try await context.fetch(retry: route(page), hero).name)
            guard canonical.isEmpty else {
                throw .moved(to: .section(section, of: id, slug: canonical, page: page, from: list))
            }
        }
        return try await context.list(page, request, at: route) { (source, page) async throws(HeroError) in
            let pending = PendingResult { () async throws(HeroError) in
                try await source.works(section, of: .hero(id), .page(page))
            }
            return HeroWorks(hero: try await hero(source), works: try await pending.result.get())
        } part: { heroWorks in
            view(heroWorks, section, page)
        } in: { answer, works in
            // Until the hero arrives, the slug provides the name.
            let hero = answer?.hero ?? context.source.cachedHero(id) ?? Hero(id: id, name: Slug.words(slug))
            return SectionListView(
                section, of: hero, page: page, works: works, from: list, HueView(hero, context.configuration))
        }
    }

    private func view(_ heroWorks: HeroWorks, _ section: WorkKind, _ page: Int) -> WorkListView {
        let (hero, works) = (heroWorks.hero, heroWorks.works)
        let emptyState = EmptyStateView(
            heading: "Nothing here yet", sentence: "No \(section.rawValue) with \(hero.name) on record.",
            address: Route.hero(hero.id, named: hero.name).url, label: "Back to \(hero.name)")
        return WorkListView(
            summary: "\(works.total.grouped) on record",
            items: works.items.map {
                WorkView(
                    $0, placeholderImage: context.placeholderImage, sanitizer: context.excerpts, descriptionLimit: 600)
            },
            paging: PagingView(page: page, of: works.pageCount) {
                .section(section, of: hero.id, slug: Slug.of(hero.name), page: $0, from: list)
            },
            emptyState: works.items.isEmpty ? emptyState : nil, attribution: context.attribution(works.attribution))
    }
}
