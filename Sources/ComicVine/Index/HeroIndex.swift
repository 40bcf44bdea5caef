import Heroes

/// All of Marvel's heroes by id and, as far as they are shown in lists, by name.
struct HeroIndex: Sendable {
    /// The place of a shown hero in the list.
    private struct Position: Comparable {
        let sortKey: String
        let id: Hero.ID

        static func < (one: Position, other: Position) -> Bool {
            one.sortKey == other.sortKey ? one.id < other.id : one.sortKey < other.sortKey
        }
    }

    private let leastAppearances: Int
    private var heroes: [Hero.ID: IndexedHero] = [:]
    /// The heroes with details and enough appearances, in order.
    private var shown: [Position] = []
    /// The number of heroes without details.
    private(set) var pendingCount = 0

    init(leastAppearances: Int) { self.leastAppearances = leastAppearances }

    var count: Int { heroes.count }
    var shownCount: Int { shown.count }
    /// All ids.
    var ids: some Collection<Hero.ID> { heroes.keys }

    /// The ids of heroes without details, rising: low ids are the well-known heroes.
    var pendingIDs: [Hero.ID] { heroes.values.lazy.filter { $0.appearances == nil }.map(\.id).sorted() }

    func contains(_ id: Hero.ID) -> Bool { heroes[id] != nil }

    func isPending(_ id: Hero.ID) -> Bool { heroes[id].map { $0.appearances == nil } ?? false }

    /// Adds and replaces heroes.
    mutating func insert(_ new: [IndexedHero]) {
        // Sorting all is faster than many insertions.
        let isBulk = new.count > 1_000
        if isBulk { heroes.reserveCapacity(new.count) }
        for hero in new {
            let old = heroes.updateValue(hero, forKey: hero.id)
            pendingCount += (hero.appearances == nil ? 1 : 0) - (old.map { $0.appearances == nil ? 1 : 0 } ?? 0)
            if let old, !isBulk { removePosition(of: old) }
            if !isBulk, isShown(hero) {
                let position = Position(sortKey: hero.sortKey, id: hero.id)
                shown.insert(position, at: firstIndex { $0 >= position })
            }
        }
        guard isBulk else { return }
        shown = heroes.values.filter(isShown).map { Position(sortKey: $0.sortKey, id: $0.id) }.sorted()
    }

    /// Removes heroes; returns the ids that the index had.
    mutating func removeKnown(_ ids: [Hero.ID]) -> [Hero.ID] {
        ids.filter { id in
            guard let old = heroes.removeValue(forKey: id) else { return false }
            pendingCount -= old.appearances == nil ? 1 : 0
            removePosition(of: old)
            return true
        }
    }

    /// Returns false for a hero that is known as it is, or with more details.
    func isChanged(by hero: IndexedHero) -> Bool {
        guard let known = heroes[hero.id] else { return true }
        return known != hero && (hero.appearances != nil || known.appearances == nil)
    }

    /// Returns the heroes with other ids.
    func all(except ids: Set<Hero.ID>) -> [IndexedHero] { heroes.values.filter { !ids.contains($0.id) } }

    func hero(_ id: Hero.ID) -> Hero? {
        guard let hero = heroes[id] else { return nil }
        return hero.hero(isAmbiguous: isAmbiguous(hero))
    }

    /// Returns a page of the shown heroes with names that start with the prefix.
    func list(startingWith prefix: String?, _ range: PageRange) -> (heroes: [Hero], total: Int) {
        let indices = prefix.map(indices) ?? shown.indices
        let page = indices.dropFirst(range.offset).prefix(range.limit)
        return (page.compactMap { hero(shown[$0].id) }, indices.count)
    }

    /// All shown heroes, in order.
    var all: [Hero] { shown.compactMap { hero($0.id) } }

    /// Returns the ids of all heroes, shown or not, with names that match the search, best first.
    func ids(matching search: NameSearch) -> [Hero.ID] { search.ordered(heroes.values.lazy.map { $0 }) }

    /// Returns the ids of the heroes that match the search, best first.
    func ids(_ ids: [Hero.ID], matching search: NameSearch) -> [Hero.ID] {
        search.ordered(ids.lazy.compactMap { heroes[$0] })
    }

    /// Returns the heroes' ids in the order of their names.
    func sorted(_ ids: [Hero.ID]) -> [Hero.ID] {
        ids.compactMap { heroes[$0] }.map { Position(sortKey: $0.sortKey, id: $0.id) }.sorted().map(\.id)
    }

    private func isShown(_ hero: IndexedHero) -> Bool { hero.appearances.map { $0 >= leastAppearances } ?? false }

    private mutating func removePosition(of hero: IndexedHero) {
        guard isShown(hero) else { return }
        let position = Position(sortKey: hero.sortKey, id: hero.id)
        let index = firstIndex { $0 >= position }
        if index < shown.count, shown[index] == position { shown.remove(at: index) }
    }

    /// Returns true if another shown hero has the same name; such heroes are neighbours in the list.
    private func isAmbiguous(_ hero: IndexedHero) -> Bool {
        guard isShown(hero), hero.realName != nil else { return false }
        var index = firstIndex { $0.sortKey >= hero.sortKey }
        while index < shown.count, shown[index].sortKey == hero.sortKey {
            if shown[index].id != hero.id, heroes[shown[index].id]?.name == hero.name { return true }
            index += 1
        }
        return false
    }

    private func indices(startingWith prefix: String) -> Range<Int> {
        let key = IndexedHero.sortKey(prefix)
        let start = firstIndex { $0.sortKey >= key }
        let end = firstIndex { $0.sortKey >= key && !$0.sortKey.utf8.starts(with: key.utf8) }
        return start..<max(start, end)
    }

    /// Returns the first index with a property that all later positions have, too.
    private func firstIndex(_ isAfter: (Position) -> Bool) -> Int {
        var (low, high) = (0, shown.count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(shown[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
