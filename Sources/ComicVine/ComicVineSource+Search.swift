import Heroes

extension ComicVineSource {
    /// The maximum number of calls for a search.
    private static let maximumSearchPages = 5

    package func matches(_ text: String, _ range: PageRange) async throws(HeroError) -> ListPage<SearchMatch> {
        let search = NameSearch(text)
        guard !search.key.isEmpty else { return matches([], range) }
        do throws(HeroError) {
            let found = try await record(.search(search.text.lowercased()), records.ids) {
                [client, index] caller async throws(HeroError) in
                try await Self.ids(search, client, index, caller)
            }
            return matches(index.heroes { $0.ids(found, matching: search) }, range)
        } catch {
            guard error != .notCached, error != .cancelled else { throw error }
            var page = matches(index.heroes { $0.ids(matching: search) }, range)
            page.gap = .searchUnavailable
            return page
        }
    }

    /// Asks the API for names with the text, and adds Marvel's heroes among the results to the index.
    private static func ids(
        _ search: NameSearch, _ client: ComicVineClient, _ index: ComicVineIndex, _ caller: ComicVineClient.Caller
    ) async throws(HeroError) -> [Hero.ID] {
        var ids: [Hero.ID] = []
        for page in 0..<maximumSearchPages {
            let offset = page * ComicVineIndex.batchLength
            let (characters, total) = try await client.list(
                ComicVineCharacter.self, .heroes(named: search.text, offset: offset), for: caller)
            index.insert(characters)
            ids += characters.filter { $0.publisherID == ComicVineIndex.marvel }.map(\.id)
            if offset + ComicVineIndex.batchLength >= total || characters.isEmpty { break }
        }
        return ids
    }

    private func matches(_ ids: [Hero.ID], _ range: PageRange) -> ListPage<SearchMatch> {
        let heroes = index.heroes { heroes in ids.dropFirst(range.offset).prefix(range.limit).compactMap(heroes.hero) }
        return ListPage(
            items: heroes.map { SearchMatch($0, .name) }, range: range, total: ids.count, attribution: Self.attribution)
    }
}
