import Heroes

/// All of Marvel's heroes by id and, as far as they are shown in lists, by name.
struct HeroIndex: Sendable {
    private let leastAppearances: Int
    private var heroes: [Hero.ID: IndexedHero] = [:]
    /// The heroes with details and enough appearances, in order.
    private var shown: [IndexedHero] = []

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
        pendingCount = heroes.values.count { $0.appearances == nil }
    }

    /// Returns false for a hero that is known as it is, or with more details.
    func isChanged(by hero: IndexedHero) -> Bool {
        guard let known = heroes[hero.id] else { return true }
        return known != hero && (hero.appearances != nil || known.appearances == nil)
    }

    /// Returns the heroes with other ids.
    func all(except ids: Set<Hero.ID>) -> [IndexedHero] { heroes.values.filter { !ids.contains($0.id) } }

    func hero(_ id: Hero.ID) -> Hero? { heroes[id].map(hero) }

    private func hero(_ hero: IndexedHero) -> Hero { hero.hero(isAmbiguous: isAmbiguous(hero)) }

    /// Returns a page of the shown heroes with names that start with the prefix.
    func list(startingWith prefix: String?, _ range: PageRange) -> (heroes: [Hero], total: Int) {
        let indices = prefix.map(indices) ?? shown.indices
        return (shown[indices].dropFirst(range.offset).prefix(range.limit).map(hero), indices.count)
    }

    /// All shown heroes, in order.
    var all: [Hero] { shown.map(hero) }

    /// Returns the ids of heroes, or of all, shown or not, with names that match the search, best first.
    func ids(_ ids: [Hero.ID]? = nil, matching search: NameSearch) -> [Hero.ID] {
        ids.map { search.ordered($0.lazy.compactMap { heroes[$0] }) } ?? search.ordered(heroes.values)
    }

    /// Returns the heroes' ids in the order of their names.
    func sorted(_ ids: [Hero.ID]) -> [Hero.ID] { ids.compactMap { heroes[$0] }.sorted().map(\.id) }

    private func isShown(_ hero: IndexedHero) -> Bool { hero.appearances.map { $0 >= leastAppearances } ?? false }

    /// Returns true if another shown hero has the same name; such heroes are neighbours in the list.
    private func isAmbiguous(_ hero: IndexedHero) -> Bool {
        guard isShown(hero), hero.realName != nil else { return false }
        return shown[firstIndex { $0.sortKey >= hero.sortKey }...].prefix { $0.sortKey == hero.sortKey }
            .contains { $0.id != hero.id && $0.name == hero.name }
    }

    private func indices(startingWith prefix: String) -> Range<Int> {
        let key = IndexedHero.sortKey(prefix)
        let start = firstIndex { $0.sortKey >= key }
        let end = firstIndex { $0.sortKey >= key && !$0.sortKey.utf8.starts(with: key.utf8) }
        return start..<max(start, end)
    }

    /// Returns the first index with a property that all later heroes have, too.
    private func firstIndex(_ isAfter: (IndexedHero) -> Bool) -> Int {
        var (low, high) = (0, shown.count)
        while low < high {
            let middle = (low + high) / 2
            if isAfter(shown[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A search for names: first those that start with the text, then those that contain it.
///
/// Inside a word, only a text of at least four characters counts: “sto” finds Storm and Stone Men, but not Hellstorm.
struct NameSearch: Sendable, Hashable {
    /// The text in lower case without diacritics.
    let key: String

    /// The text that is sent: everything before the first comma, which would end the value of a filter.
    let text: String

    init(_ typed: String) {
        text = String(typed.prefix { $0 != "," }).trimmed
        key = IndexedHero.sortKey(text)
    }

    func ordered(_ heroes: some Sequence<IndexedHero>) -> [Hero.ID] {
        guard !key.isEmpty else { return [] }
        return heroes.compactMap { hero in rank(hero.sortKey).map { (rank: $0, hero.sortKey, hero.id) } }
            .sorted { ($0.rank, $0.1, $0.2) < ($1.rank, $1.1, $1.2) }.map(\.2)
    }

    /// Returns 0 if the name starts with the text, 1 if it contains it, and nil otherwise.
    private func rank(_ name: String) -> Int? {
        if name.utf8.starts(with: key.utf8) { return 0 }
        let isLong = key.unicodeScalars.count >= 4
        let isFound = name.ranges(of: key).contains { range in
            isLong || name[..<range.lowerBound].last.map { $0.isLetter || $0.isNumber } != true
        }
        return isFound ? 1 : nil
    }
}
