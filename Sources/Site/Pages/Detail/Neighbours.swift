import HTML
import Heroes

/// Links to the heroes before and after a hero in the list that the visitor comes from, as far as the list is cached, or
/// to the events before and after an event.
struct Neighbours: Sendable {
    var previous: LinkView?
    var next: LinkView?
}

extension Neighbours {
    /// Finds the neighbours in a complete list; none if the hero is not in it.
    init(of id: Hero.ID, in ids: [Hero.ID], _ view: (Int) -> LinkView?) {
        guard let index = ids.firstIndex(of: id) else { return }
        previous = index > 0 ? view(index - 1) : nil
        next = index + 1 < ids.count ? view(index + 1) : nil
    }

    /// Finds the neighbours on the visitor's page of a list, and on the pages before and after it.
    init(
        of id: Hero.ID, around page: Int, _ context: PageContext,
        _ list: (Int, any HeroSource) async throws -> (HeroList, ListPage<Hero>)
    ) async {
        func views(_ page: Int) async -> [(id: Hero.ID, link: LinkView)] {
            // Only cached pages are used: a link to a neighbour is not worth a request to the source.
            guard page > 0, let (list, heroes) = try? await list(page, context.source.for(.prefetch)) else {
                return []
            }
            return heroes.items.map { ($0.id, LinkView(neighbour: $0.id, named: $0.name, list)) }
        }
        let here = await views(page)
        guard let index = here.firstIndex(where: { $0.id == id }) else { return }
        previous = index > 0 ? here[index - 1].link : await views(page - 1).last?.link
        next = index + 1 < here.count ? here[index + 1].link : await views(page + 1).first?.link
    }
}

extension LinkView {
    /// Links to a hero with the list that both are in.
    init(neighbour id: Hero.ID, named name: String, _ list: HeroList?) {
        self.init(name, Route.hero(id, slug: Slug.of(name), from: list).url)
    }
}

extension HeroList {
    /// Returns the heroes before and after a hero in the list, as far as they are cached.
    func neighbours(of id: Hero.ID, _ context: PageContext) async -> Neighbours {
        switch self {
        case .favourites(_, let order):
            let favourites = context.favourites.sorted(by: order)
            return Neighbours(of: id, in: favourites.map(\.id)) { index in
                LinkView(
                    neighbour: favourites[index].id, named: favourites[index].name,
                    .favourites(page: index / PageRange.pageLength + 1, order))
            }
        case .shared(let ids, _):
            return Neighbours(of: id, in: ids) { index in
                context.source.cachedHero(ids[index]).map {
                    LinkView(neighbour: $0.id, named: $0.name, .shared(ids, page: index / PageRange.pageLength + 1))
                }
            }
        case .heroes(nil, let page):
            return await Neighbours(of: id, around: page, context) { page, source in
                (.heroes(search: nil, page: page), try await source.heroes(HeroQuery(range: .page(page))))
            }
        case .heroes(let search?, let page):
            return await Neighbours(of: id, around: page, context) { page, source in
                (.heroes(search: search, page: page), try await source.search(search, .page(page)).heroes.map(\.hero))
            }
        case .work(let work, let slug, let page):
            return await Neighbours(of: id, around: page, context) { page, source in
                let query = HeroQuery(in: work, range: .page(page))
                return (.work(work, slug: slug, page: page), try await source.heroes(query))
            }
        case .index(let letter, let page):
            return await Neighbours(of: id, around: page, context) { page, source in
                (.index(letter, page: page), try await source.heroes(under: letter, page: page))
            }
        }
    }
}
