import Basics
import Heroes

extension ComicVineSource {
    package func search(_ text: String, _ range: PageRange) async throws(HeroError) -> SearchResults {
        // Comparing all names takes milliseconds, which an event loop does not have.
        try await withTaskExecutorPreference(globalConcurrentExecutor) { () async throws(HeroError) in
            let search = NameSearch(text)
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
        let (ids, isComplete) = heroes.best(of: found, search)
        var page = page(heroes.page(ids, range).map { SearchMatch($0, .name) }, range, total: ids.count)
        page.gap = gap
        return SearchResults(page, isComplete: isComplete)
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

    /// Returns Marvel's series among the best results of the API's search. Comic Vine names no publisher of a comic or a
    /// person, so these are left out.
    func titles(_ search: NameSearch) async throws(HeroError) -> [Topic] {
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
