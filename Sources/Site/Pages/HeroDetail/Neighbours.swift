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
            return await listed(id, around: page, stage) { page, source in
                let query = HeroQuery(nameStartsWith: search, window: .page(page))
                return (.heroes(search: search, page: page), try await source.heroes(query))
            }
        case .index(let letter, let page):
            return await listed(id, around: page, stage) { page, source in
                (.index(letter, page: page), try await source.heroes(under: letter, page: page))
            }
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

    /// Those beside the hero on the visitor's page, or at the end of the page before it and the start of the one after.
    private static func listed(
        _ id: Hero.ID, around page: Int, _ stage: Stage,
        _ list: (Int, any HeroSource) async throws -> (Route.List, Slice<Hero>)
    ) async -> Neighbours {
        func views(_ page: Int) async -> [NeighbourView] {
            // A link to a neighbour is worth no call to the source, so what is not remembered is left out.
            guard page > 0, let (list, heroes) = try? await list(page, stage.source.serving(.prefetch)) else {
                return []
            }
            return heroes.items.map { NeighbourView(id: $0.id, name: $0.name, list: list) }
        }
        let here = await views(page)
        guard let place = here.firstIndex(where: { $0.id == id }) else { return Neighbours() }
        return Neighbours(
            previous: place > 0 ? here[place - 1] : await views(page - 1).last,
            next: place + 1 < here.count ? here[place + 1] : await views(page + 1).first)
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
