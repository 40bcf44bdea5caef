import HTML
import Heroes

/// Links to the heroes before and after a hero in the visitor's list, as far as it is cached, or to those of an event.
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
}

extension LinkView {
    /// Links to a hero with the list that both are in.
    init(neighbour id: Hero.ID, named name: String, _ list: HeroList?) {
        self.init(name, Route.hero(id, slug: Slug.of(name), from: list).url)
    }
}

extension HeroList {
    /// Returns the heroes before and after a hero in the list, as far as they are cached.
    func neighbours(of id: Hero.ID, _ visit: Visit) async -> Neighbours {
        switch self {
        case .favourites(_, let order):
            let favourites = visit.favourites.sorted(by: order)
            return Neighbours(of: id, in: favourites.map(\.id)) { index in
                LinkView(
                    neighbour: favourites[index].id, named: favourites[index].name,
                    .favourites(page: index / PageRange.pageLength + 1, order))
            }
        case .shared(let ids, _):
            return Neighbours(of: id, in: ids) { index in
                visit.source.cachedHero(ids[index]).map {
                    LinkView(neighbour: $0.id, named: $0.name, .shared(ids, page: index / PageRange.pageLength + 1))
                }
            }
        case .all(_, _, let page), .search(_, let page), .letter(_, let page), .topic(_, _, let page):
            let here = await links(page, visit)
            guard let index = here.firstIndex(where: { $0.id == id }) else { return Neighbours() }
            return Neighbours(
                previous: index > 0 ? here[index - 1].link : await links(page - 1, visit).last?.link,
                next: index + 1 < here.count ? here[index + 1].link : await links(page + 1, visit).first?.link)
        }
    }

    /// Returns links to the heroes on a page of the list if it is cached: a neighbour is not worth a request.
    private func links(_ page: Int, _ visit: Visit) async -> [(id: Hero.ID, link: LinkView)] {
        let source = visit.source.for(.prefetch)
        guard page > 0, let (list, heroes) = try? await self.page(page, source) else { return [] }
        return heroes.items.map { ($0.id, LinkView(neighbour: $0.id, named: $0.name, list)) }
    }

    private func page(_ page: Int, _ source: any HeroSource) async throws(HeroError) -> (HeroList, ListPage<Hero>) {
        switch self {
        case .search(let search, _):
            let found = try await source.search(search, .page(page))
            return (.search(search, page: page), found.heroes.map(\.hero))
        case .letter(let letter, _):
            return (.letter(letter, page: page), try await source.heroes(under: letter, page: page))
        case .topic(let topic, let slug, _):
            let heroes = try await source.heroes(HeroQuery(in: topic, range: .page(page)))
            return (.topic(topic, slug: slug, page: page), heroes)
        case .all(let filter, let order, _):
            let heroes = try await source.heroes(HeroQuery(filter: filter, order: order, range: .page(page)))
            return (.all(filter, by: order, page: page), heroes)
        case .favourites, .shared:
            return (.all(page: page), try await source.heroes(HeroQuery(range: .page(page))))
        }
    }
}
