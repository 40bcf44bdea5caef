import Heroes

/// All of Marvel's heroes by id and, as far as they are shown in lists, by name.
struct HeroIndex: Sendable {
    private let leastAppearances: Int
    private var heroes: [Hero.ID: IndexedHero] = [:]
    /// The heroes with details and enough appearances, in order.
    private var shown: [IndexedHero] = []
    private var ambiguousKeys: Set<String> = []

    init(leastAppearances: Int) { self.leastAppearances = leastAppearances }

    var count: Int { heroes.count }
    var shownCount: Int { shown.count }
    var ids: some Collection<Hero.ID> { heroes.keys }

    subscript(_ id: Hero.ID) -> IndexedHero? { heroes[id] }

    /// The number of heroes without details.
    private(set) var pendingCount = 0

    /// The ids of heroes without details, rising: low ids are the well-known heroes.
    var pendingIDs: [Hero.ID] { heroes.values.lazy.filter { $0.appearances == nil }.map(\.id).sorted() }

    func contains(_ id: Hero.ID) -> Bool { heroes[id] != nil }

    func isPending(_ id: Hero.ID) -> Bool { heroes[id].map { $0.appearances == nil } ?? false }

    /// Adds and replaces heroes, up to ten times their real number.
    mutating func insert(_ new: [IndexedHero]) {
        for hero in new where heroes.count < 500_000 || contains(hero.id) { heroes[hero.id] = hero }
        update(Set(new.lazy.map(\.id)))
    }

    /// Removes heroes; returns the ids that the index had.
    mutating func removeKnown(_ ids: [Hero.ID]) -> [Hero.ID] {
        let removed = ids.filter { heroes.removeValue(forKey: $0) != nil }
        update(Set(removed))
        return removed
    }

    private mutating func update(_ changed: Set<Hero.ID>) {
        guard !changed.isEmpty else { return }
        shown.removeAll { changed.contains($0.id) }
        shown += changed.compactMap { heroes[$0] }.filter(isShown)
        // Takes linear time, since almost all are in order.
        shown.sort()
        ambiguousKeys = Set(zip(shown, shown.dropFirst()).lazy.map { ($0.sortKey, $1.sortKey) }.filter(==).map(\.0))
        pendingCount = heroes.values.count { $0.appearances == nil }
    }

    /// Returns false for a hero that is known as it is, or with more details.
    func isChanged(by hero: IndexedHero) -> Bool {
        guard let known = heroes[hero.id] else { return true }
        return known != hero && (hero.appearances != nil || known.appearances == nil)
    }

    func hero(_ id: Hero.ID) -> Hero? { heroes[id].map(hero) }

    private func hero(_ hero: IndexedHero) -> Hero {
        hero.hero(isAmbiguous: ambiguousKeys.contains(hero.sortKey) && isShown(hero))
    }

    func page(_ ids: [Hero.ID], _ range: PageRange) -> [Hero] {
        ids.dropFirst(range.offset).prefix(range.limit).compactMap(hero)
    }

    /// Returns a page of the shown heroes with names that start with the prefix.
    func list(startingWith prefix: String?, _ range: PageRange) -> (heroes: [Hero], total: Int) {
        let key = prefix.map(IndexedHero.sortKey) ?? ""
        let found = key.isEmpty ? shown : shown.filter { $0.sortKey.utf8.starts(with: key.utf8) }
        return (found.dropFirst(range.offset).prefix(range.limit).map(hero), found.count)
    }

    var all: [Hero] { shown.map(hero) }

    /// Returns the best results of a search among heroes, or all, shown or not.
    func best(of ids: [Hero.ID]? = nil, _ search: NameSearch) -> FoundHeroes {
        ids.map { search.best(of: $0.compactMap { heroes[$0] }) } ?? search.best(of: heroes.values)
    }

    /// Returns a search of a text. If that asks for a hero by name only, it is the name: “Captain Marvel” has a word that
    /// asks, and the API does not find “spiderman”.
    func search(_ text: String, askingWords: Set<String>) -> NameSearch {
        let search = NameSearch(text, askingWords: askingWords)
        guard let best = search.named(heroes.values).first, best.isAll, !best.name.contains(where: "(,".contains) else {
            return search
        }
        return NameSearch(best.name)
    }

    /// Returns the heroes with the most appearances, at most a number of them.
    func bestKnown(_ ids: some Sequence<Hero.ID>, _ limit: Int) -> [Hero] {
        ids.compactMap { heroes[$0] }.sorted { (-($0.appearances ?? 0), $0) < (-($1.appearances ?? 0), $1) }
            .prefix(limit).map(hero)
    }

    /// Returns a page of the shown heroes, those with the most appearances first.
    func bestKnown(_ range: PageRange) -> (heroes: [Hero], total: Int) {
        let heroes = bestKnown(shown.lazy.map(\.id), range.offset + range.limit)
        return (Array(heroes.dropFirst(range.offset)), shown.count)
    }

    func sorted(_ ids: [Hero.ID]) -> [Hero.ID] { ids.compactMap { heroes[$0] }.sorted().map(\.id) }

    private func isShown(_ hero: IndexedHero) -> Bool { hero.appearances.map { $0 >= leastAppearances } ?? false }
}
