/// The result of a search.
package struct SearchResult: Sendable {
    package let matches: ListPage<SearchMatch>
    /// The alternative spelling of the results; nil if they match the typed text.
    package let spelling: String?

    package init(matches: ListPage<SearchMatch>, spelling: String? = nil) {
        self.matches = matches
        self.spelling = spelling
    }

    /// Creates the result of a search for prefixes of names.
    package init(heroes: ListPage<Hero>, spelling: String?) {
        self.init(matches: heroes.map { SearchMatch($0, .name) }, spelling: spelling)
    }

    package var heroes: ListPage<Hero> { matches.map(\.hero) }
}

extension HeroSource {
    /// Searches with the source's own search. Without one, searches for names that start with the text; without
    /// results, for a likely alternative spelling. Each spelling is a request to the source, at most four in all.
    package func search(_ typed: String, _ range: PageRange) async throws(HeroError) -> SearchResult {
        if hasSearch { return try await ownSearch(typed, range) }
        let literal = try await heroes(HeroQuery(nameStartsWith: typed, range: range))
        // The first response may show that the source has a search.
        if hasSearch { return try await ownSearch(typed, range) }
        guard literal.items.isEmpty, literal.total == 0, range.offset == 0 else {
            return SearchResult(heroes: literal, spelling: nil)
        }
        do throws(HeroError) {
            if let result = try await searchAlternatives(typed, range) { return result }
        } catch {
            // Alternatives are optional: the empty result of the typed text is valid.
        }
        return SearchResult(heroes: literal, spelling: nil)
    }

    /// Searches with the source's own search; without results, for the spelling of a known name with the same letters.
    private func ownSearch(_ typed: String, _ range: PageRange) async throws(HeroError) -> SearchResult {
        let found = try await matches(typed, range)
        guard found.total == 0, let spelling = spelling(startingWith: Letters(typed)),
            spelling.lowercased() != typed.lowercased()
        else { return SearchResult(matches: found) }
        return SearchResult(matches: try await matches(spelling, range), spelling: spelling)
    }

    private func searchAlternatives(_ typed: String, _ range: PageRange) async throws(HeroError) -> SearchResult? {
        let spellings = Spellings(typed)
        var alternatives = spellings.alternatives
        if let known = spellings.targets.lazy.compactMap({ spelling(startingWith: $0) }).first {
            alternatives.insert(known, at: 0)
        }
        alternatives.removeAll { $0.lowercased() == typed.lowercased() }
        if let alternative = alternatives.first, let result = try await results(for: alternative, range) {
            return result
        }
        let tried = alternatives.isEmpty ? [] : [alternatives.removeFirst().lowercased()]
        // Names with the same first letters show the spelling.
        if let prefix = spellings.shortPrefix {
            let query = HeroQuery(nameStartsWith: prefix, range: PageRange(limit: 100))
            let names = try await heroes(query).items.map(\.name)
            let seen = spellings.targets.lazy.flatMap { target in names.lazy.compactMap { target.spelling(in: $0) } }
            if let name = seen.first { alternatives.insert(name, at: 0) }
        }
        guard let alternative = alternatives.first(where: { !tried.contains($0.lowercased()) }) else { return nil }
        return try await results(for: alternative, range)
    }

    /// Returns the result for an alternative; nil if no name matches.
    private func results(for alternative: String, _ range: PageRange) async throws(HeroError) -> SearchResult? {
        let list = try await heroes(HeroQuery(nameStartsWith: alternative, range: range))
        guard let first = list.items.first else { return nil }
        return SearchResult(heroes: list, spelling: Letters(alternative).spelling(in: first.name) ?? alternative)
    }
}
