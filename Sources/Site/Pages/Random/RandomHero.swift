import HTTP
import HTTPTypes
import Heroes

/// `/heroes/random`: leads to any hero, each as likely as the other.
struct RandomHero {
    let stage: Stage
    let surroundings: Surroundings

    func respond() async throws(Failure) -> Response {
        let first = try await page(1)
        var generator = surroundings
        guard first.total > 0 else { throw Failure(.notFound, retry: .random) }
        let place = Int.random(in: 0..<first.total, using: &generator)
        let number = place / PageRange.pageLength + 1
        let heroes = number == 1 ? first.items : try await page(number).items
        // A list that has become shorter meanwhile still has a hero to show.
        guard let hero = heroes.dropFirst(place % PageRange.pageLength).first ?? heroes.last ?? first.items.first else {
            throw Failure(.notFound, retry: .random)
        }
        return .found(Route.hero(hero.id, named: hero.name).url, .found)
    }

    private func page(_ number: Int) async throws(Failure) -> ListPage<Hero> {
        try await stage.answer(retry: .random) { (source) async throws(HeroError) in
            try await source.heroes(HeroQuery(range: .page(number)))
        }
    }
}
