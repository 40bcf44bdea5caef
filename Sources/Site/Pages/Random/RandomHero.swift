import HTTP
import HTTPTypes
import Heroes

/// `/heroes/random`: redirects to a random hero, uniformly distributed.
struct RandomHero {
    let context: PageContext
    let environment: SiteEnvironment

    func respond() async throws(Failure) -> Response {
        let first = try await page(1)
        var generator = environment
        guard first.total > 0 else { throw Failure(.notFound, retry: .random) }
        let index = Int.random(in: 0..<first.total, using: &generator)
        let number = index / PageRange.pageLength + 1
        let heroes = number == 1 ? first.items : try await page(number).items
        // The list may have become shorter between the two requests.
        guard let hero = heroes.dropFirst(index % PageRange.pageLength).first ?? heroes.last ?? first.items.first else {
            throw Failure(.notFound, retry: .random)
        }
        return .redirect(to: Route.hero(hero.id, named: hero.name).url, .found)
    }

    private func page(_ number: Int) async throws(Failure) -> ListPage<Hero> {
        try await context.fetch(retry: .random) { (source) async throws(HeroError) in
            try await source.heroes(HeroQuery(range: .page(number)))
        }
    }
}
