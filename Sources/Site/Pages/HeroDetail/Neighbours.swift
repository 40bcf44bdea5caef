import HTML
import Heroes

/// The heroes before and after one in the list that the visitor comes from, as far as that list is remembered.
struct Neighbours: Sendable {
    var previous: NeighbourView?
    var next: NeighbourView?

    /// None without a list, or where the hero is not on it any more.
    static func of(_ id: Hero.ID, in list: Route.List?, _ stage: Stage, _ visit: Visit) async -> Neighbours {
        switch list {
        case .none: return Neighbours()
        case .favourites(_, let order): return kept(id, visit.favourites.sorted(by: order), order)
        case .shared(let ids, _): return shared(id, ids, stage)
        case .heroes(let search, let page):
            let pages = (page - 1...page + 1).map { page in
                (Route.List.heroes(search: search, page: page), HeroQuery(nameStartsWith: search, window: .page(page)))
            }
            return await listed(id, pages, stage)
        case .index(let letter, let page):
            let pages = (page - 1...page + 1).map { page in
                (Route.List.index(letter, page: page), IndexPage.query(letter, page: max(1, page)))
            }
            return await listed(id, pages, stage)
        }
    }

    private static func shared(_ id: Hero.ID, _ ids: [Hero.ID], _ stage: Stage) -> Neighbours {
        guard let place = ids.firstIndex(of: id) else { return Neighbours() }
        let view = { (place: Int) -> NeighbourView? in
            guard ids.indices.contains(place), let hero = stage.source.known(ids[place]) else { return nil }
            return NeighbourView(
                id: hero.id, name: hero.name, list: .shared(ids, page: place / Window.pageLength + 1))
        }
        return Neighbours(previous: view(place - 1), next: view(place + 1))
    }

    private static func kept(_ id: Hero.ID, _ favourites: [Favourite], _ order: Route.Order) -> Neighbours {
        guard let place = favourites.firstIndex(where: { $0.id == id }) else { return Neighbours() }
        let view = { (place: Int) -> NeighbourView? in
            guard favourites.indices.contains(place) else { return nil }
            let list = Route.List.favourites(page: place / Window.pageLength + 1, order)
            return NeighbourView(id: favourites[place].id, name: favourites[place].name, list: list)
        }
        return Neighbours(previous: view(place - 1), next: view(place + 1))
    }

    /// The three pages are the one before the visitor's, the visitor's, and the one after it.
    private static func listed(
        _ id: Hero.ID, _ pages: [(list: Route.List, query: HeroQuery)], _ stage: Stage
    ) async -> Neighbours {
        let here = await views(pages[1], stage)
        guard let place = here.firstIndex(where: { $0.id == id }) else { return Neighbours() }
        var neighbours = Neighbours()
        if place > 0 {
            neighbours.previous = here[place - 1]
        } else if pages[1].query.window.offset > 0 {
            neighbours.previous = await views(pages[0], stage).last
        }
        neighbours.next = place + 1 < here.count ? here[place + 1] : await views(pages[2], stage).first
        return neighbours
    }

    private static func views(_ page: (list: Route.List, query: HeroQuery), _ stage: Stage) async -> [NeighbourView] {
        // A link to a neighbour is worth no call to the source, so what is not remembered is left out.
        let heroes = try? await stage.source.serving(.prefetch).heroes(page.query).items
        return (heroes ?? []).map { NeighbourView(id: $0.id, name: $0.name, list: page.list) }
    }
}

/// A link to a hero beside the one that is shown.
struct NeighbourView: View {
    let id: Hero.ID
    let name: String
    let list: Route.List?

    static let fields: [Field<NeighbourView>] = [
        .text("name", \.name),
        .url("address") { Route.hero($0.id, slug: Slug.of($0.name), from: $0.list).url },
    ]
}
