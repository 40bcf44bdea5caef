import HTTP
import Heroes

/// `/heroes/random`: a redirect to a random hero, uniformly distributed.
struct RandomPage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        let first = try await heroes(1)
        var generator = visit.configuration.generator
        let index = Int.random(in: 0..<max(1, first.total), using: &generator)
        let number = index / PageRange.pageLength + 1
        let heroes = number == 1 ? first.items : try await heroes(number).items
        // The list may have become shorter between the two requests.
        guard let hero = heroes.dropFirst(index % PageRange.pageLength).first ?? first.items.first else {
            throw Failure(.notFound, retry: .hero(.random))
        }
        return .redirect(to: Route.hero(hero.id, named: hero.name).url, .found)
    }

    private func heroes(_ page: Int) async throws(Failure) -> ListPage<Hero> {
        try await visit.fetch(retry: .hero(.random), await visit.source.heroes(HeroQuery(range: .page(page))))
    }
}
