import HTML
import Heroes

/// The heroes before and after one in the list that the visitor comes from, as far as that list is remembered.
struct Neighbours: Sendable {
    var previous: NeighbourView?
    var next: NeighbourView?
}

extension Neighbours {
    /// Those beside the hero in a list that is there as a whole; none if the hero is not on it any more.
    init(of id: Hero.ID, in ids: [Hero.ID], _ view: (Int) -> NeighbourView?) {
        guard let index = ids.firstIndex(of: id) else { return }
        previous = index > 0 ? view(index - 1) : nil
        next = index + 1 < ids.count ? view(index + 1) : nil
    }

    /// Those beside the hero on the visitor's page, or at the end of the page before it and the start of the one after.
    init(
        of id: Hero.ID, around page: Int, _ context: PageContext,
        _ list: (Int, any HeroSource) async throws -> (HeroList, ListPage<Hero>)
    ) async {
        func views(_ page: Int) async -> [NeighbourView] {
            // A link to a neighbour is worth no call to the source, so what is not remembered is left out.
            guard page > 0, let (list, heroes) = try? await list(page, context.source.for(.prefetch)) else {
                return []
            }
            return heroes.items.map { NeighbourView(id: $0.id, name: $0.name, list: list) }
        }
        let here = await views(page)
        guard let index = here.firstIndex(where: { $0.id == id }) else { return }
        previous = index > 0 ? here[index - 1] : await views(page - 1).last
        next = index + 1 < here.count ? here[index + 1] : await views(page + 1).first
    }
}

/// A link to a hero beside the one that is shown.
struct NeighbourView: View {
    let id: Hero.ID
    let name: String
    let list: HeroList?

    static let fields: [Field<NeighbourView>] = [
        .text("name", \.name),
        .url("address") { Route.hero($0.id, slug: Slug.of($0.name), from: $0.list).url },
    ]
}
