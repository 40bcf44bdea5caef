import Basics
import Heroes

extension ComicVineSource {
    package func search(_ text: String, _ range: PageRange) async throws(HeroError) -> SearchResults {
        // Comparing all names takes milliseconds, which an event loop does not have.
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(HeroError) in
            let search = index.heroes.search(text, askingWords: askingWords)
            async let groups = range.offset == 0 ? groups(search) : []
            var results = try await heroes(search, range)
            guard let groups = await groups else { throw .notCached }
            results.groups = groups
            return results
        }
    }

    private func heroes(_ search: NameSearch, _ range: PageRange) async throws(HeroError) -> SearchResults {
        var (found, gap): ([Hero.ID]?, ListGap?) = (nil, .searchUnavailable)
        do throws(HeroError) {
            found = search.isEmpty ? [] : try await names(search)
            gap = index.hasMembership ? nil : .stillLoading
        } catch {
            guard error != .notCached, error != .cancelled else { throw error }
        }
        let heroes = index.heroes
        let best = heroes.best(of: found, search)
        let topics = search.named([TopicKind.teams, .events].flatMap { index.topics($0).topics })
        // The real names by which heroes are named.
        let aliases = Dictionary(best.named.filter { $0.name != $0.item.name }.map { ($0.item.id, $0.name) }) { $1 }
        let items = heroes.page(best.ids, range).map { SearchMatch($0, aliases[$0.id].map { .alias($0) } ?? .name) }
        var page = page(items, range, total: best.ids.count)
        page.gap = gap
        return SearchResults(
            page, named: range.offset == 0 ? named(best.named, topics, heroes) : [],
            isComplete: best.isComplete || !topics.isEmpty)
    }

    /// Returns the first object with each name: a topic comes before heroes only if its title is all of the search.
    private func named(
        _ heroes: [NamedItem<IndexedHero>], _ topics: [NamedItem<Topic>], _ index: HeroIndex
    ) -> [NamedMatch] {
        let first = heroes.unique(by: \.position).compactMap { index.hero($0.item.id) }.map { NamedMatch.hero($0) }
        let others = topics.unique(by: \.position).map { NamedMatch.topic($0.item) }
        return topics.first?.isAll == true && heroes.first?.isAll != true ? others + first : first + others
    }

    /// Returns the ids of the heroes with the text in their names, and of the best in the index.
    private func names(_ search: NameSearch) async throws(HeroError) -> [Hero.ID] {
        try await record(.search(search.text.lowercased()), records.ids) {
            [client, index] caller async throws(HeroError) in
            var ids: [Hero.ID] = []
            try await client.pages(upTo: 5, for: caller, { .heroes(named: search.text, offset: $0) }) {
                index.insert($0)
                ids += $0.map(\.id)
            }
            // An answer may lack heroes that are known, and does if there are more than its pages hold.
            let heroes = index.heroes
            return (ids.filter(heroes.contains) + heroes.best(search).ids).unique(by: \.self)
        }
    }

    /// Returns the first results of the other kinds, without those that the API does not answer; nil if they are not
    /// cached and no call is allowed.
    private func groups(_ search: NameSearch) async -> [SearchGroup]? {
        var series: [Topic] = []
        do throws(HeroError) { series = try await titles(search) } catch { if error == .notCached { return nil } }
        let indexed = [TopicKind.teams, .events].map { SearchGroup($0, index.topics($0).topics(matching: search)) }
        return (indexed + [SearchGroup(.series, series)]).filter { !$0.items.isEmpty }
    }

    /// Returns the topics of a kind that a text finds.
    func topics(_ kind: TopicKind, matching text: String) async throws(HeroError) -> [Topic] {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(HeroError) in
            let search = index.heroes.search(text, askingWords: askingWords)
            return kind == .series ? try await titles(search) : index.topics(kind).topics(matching: search)
        }
    }

    /// Returns Marvel's series among the best results of the API's search. Comic Vine names no publisher of a comic or a
    /// person, so these are left out.
    private func titles(_ search: NameSearch) async throws(HeroError) -> [Topic] {
        if search.isEmpty { return [] }
        return try await record(.titles(search.text.lowercased()), records.topicLists) {
            [client] caller async throws(HeroError) in
            let series = try await client.list(.search(search.text), for: caller).items
                .filter { $0.publisherID == ComicVineIndex.marvel && search.matches($0.name) }
            return TopicList(ids: [], topics: series.map { Topic(.series, $0) })
        }.topics
    }
}

extension SearchGroup {
    fileprivate init(_ kind: TopicKind, _ topics: [Topic]) {
        self.init(kind, topics.prefix(5).map { Item(id: $0.id.number, name: $0.title) }, total: topics.count)
    }
}
