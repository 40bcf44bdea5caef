/// The heroes that a search has found.
package struct SearchResult: Sendable {
    package let heroes: ListPage<Hero>
    /// The start of their names, if it differs from the text that was typed.
    package let spelling: String?

    package init(heroes: ListPage<Hero>, spelling: String?) {
        self.heroes = heroes
        self.spelling = spelling
    }
}

extension HeroSource {
    /// Returns the heroes whose names start with the text; if there are none, those whose names start with a likely other
    /// spelling of it. Each spelling is a question to the source, at most four in all.
    package func search(_ typed: String, _ range: PageRange) async throws(HeroError) -> SearchResult {
        let literal = try await heroes(HeroQuery(nameStartsWith: typed, range: range))
        guard literal.items.isEmpty, literal.total == 0, range.offset == 0 else {
            return SearchResult(heroes: literal, spelling: nil)
        }
        do throws(HeroError) {
            if let found = try await respelt(typed, range) { return found }
        } catch {
            // Other spellings are optional: the empty result of the typed one is an answer.
        }
        return SearchResult(heroes: literal, spelling: nil)
    }

    private func respelt(_ typed: String, _ range: PageRange) async throws(HeroError) -> SearchResult? {
        let spellings = Spellings(typed)
        var guesses = spellings.guesses
        if let met = spellings.wanted.lazy.compactMap({ spelling(startingWith: $0) }).first {
            guesses.insert(met, at: 0)
        }
        guesses.removeAll { $0.lowercased() == typed.lowercased() }
        if let guess = guesses.first, let found = try await found(guess, range) { return found }
        let tried = guesses.isEmpty ? [] : [guesses.removeFirst().lowercased()]
        // Names that start alike show the spelling of the name that is meant.
        if let beginning = spellings.beginning {
            let query = HeroQuery(nameStartsWith: beginning, range: PageRange(limit: 100))
            let names = try await heroes(query).items.map(\.name)
            let seen = spellings.wanted.lazy.flatMap { wanted in names.lazy.compactMap { wanted.spelling(in: $0) } }
            if let name = seen.first { guesses.insert(name, at: 0) }
        }
        guard let guess = guesses.first(where: { !tried.contains($0.lowercased()) }) else { return nil }
        return try await found(guess, range)
    }

    /// Returns nil if no name starts so.
    private func found(_ guess: String, _ range: PageRange) async throws(HeroError) -> SearchResult? {
        let list = try await heroes(HeroQuery(nameStartsWith: guess, range: range))
        guard let first = list.items.first else { return nil }
        return SearchResult(heroes: list, spelling: Letters(guess).spelling(in: first.name) ?? guess)
    }
}
