import Heroes

/// A source that knows one page of heroes, and answers with it at once.
struct OnePage: HeroSource {
    let slice: Slice<Hero>

    func heroes(_ query: HeroQuery, unless version: Version?) async throws(HeroError) -> Slice<Hero>? {
        guard query == HeroQuery(window: slice.window) else { throw .notFound }
        return slice
    }

    func hero(_ id: Hero.ID, unless version: Version?) async throws(HeroError) -> Attributed<Hero>? { throw .notFound }
    func comics(
        of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Comic>? { throw .notFound }
    func events(
        of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Event>? { throw .notFound }
    func stories(
        of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Story>? { throw .notFound }
    func series(
        of hero: Hero.ID, _ window: Window, unless version: Version?
    ) async throws(HeroError) -> Slice<Series>? { throw .notFound }
    func known(_ id: Hero.ID) -> Hero? { slice.items.first { $0.id == id } }
}

/// The favourites of whoever asks, which cannot be changed.
struct OneVisitor: FavouritesStore {
    let favourites: Favourites

    init(favourites: [Favourite]) { self.favourites = Favourites(favourites) }

    func kept(by visitor: Visitor) async throws(FavouritesError) -> Favourites { favourites }
    func remembered(by visitor: Visitor) -> Favourites? { favourites }
    func add(_ favourites: [Favourite], for visitor: Visitor) async throws(FavouritesError) { throw unchangeable }
    func add(_ favourites: [Favourite], forKnown visitor: Visitor) async throws(FavouritesError) -> Bool {
        throw unchangeable
    }
    func remove(_ heroes: [Hero.ID], for visitor: Visitor) async throws(FavouritesError) -> [Favourite] {
        throw unchangeable
    }
    func forget(_ visitor: Visitor) async throws(FavouritesError) { throw unchangeable }

    private var unchangeable: FavouritesError { .unavailable("these favourites are for reading") }
}
