/// Whom a search has found.
package struct Found: Sendable {
    package let heroes: Slice<Hero>
    /// What their names start with, where it is not what was typed.
    package let spelling: String?

    package init(heroes: Slice<Hero>, spelling: String?) {
        self.heroes = heroes
        self.spelling = spelling
    }
}

extension HeroSource {
    /// The heroes whose names start with the text; where there are none, those whose names start with what is likely
    /// meant by it. Each spelling is asked of the source, which gets at most four questions.
    package func search(_ typed: String, _ window: Window) async throws(HeroError) -> Found {
        let literal = try await heroes(HeroQuery(nameStartsWith: typed, window: window))
        guard literal.items.isEmpty, literal.total == 0, window.offset == 0 else {
            return Found(heroes: literal, spelling: nil)
        }
        do throws(HeroError) {
            if let found = try await respelt(typed, window) { return found }
        } catch {
            // Whoever is found by another spelling is a gift; that nobody is by this one is an answer.
        }
        return Found(heroes: literal, spelling: nil)
    }

    private func respelt(_ typed: String, _ window: Window) async throws(HeroError) -> Found? {
        let spellings = Spellings(typed)
        var guesses = spellings.guesses
        if let met = spellings.wanted.lazy.compactMap({ spelling(startingWith: $0) }).first {
            guesses.insert(met, at: 0)
        }
        guesses.removeAll { $0.lowercased() == typed.lowercased() }
        if let guess = guesses.first, let found = try await found(guess, window) { return found }
        let tried = guesses.isEmpty ? [] : [guesses.removeFirst().lowercased()]
        // Those whose names start alike show how the name that is meant is written.
        if let beginning = spellings.beginning {
            let query = HeroQuery(nameStartsWith: beginning, window: Window(limit: 100))
            let names = try await heroes(query).items.map(\.name)
            let seen = spellings.wanted.lazy.flatMap { wanted in names.lazy.compactMap { wanted.spelling(in: $0) } }
            if let name = seen.first { guesses.insert(name, at: 0) }
        }
        guard let guess = guesses.first(where: { !tried.contains($0.lowercased()) }) else { return nil }
        return try await found(guess, window)
    }

    /// Nil where nobody's name starts so.
    private func found(_ guess: String, _ window: Window) async throws(HeroError) -> Found? {
        let slice = try await heroes(HeroQuery(nameStartsWith: guess, window: window))
        guard let first = slice.items.first else { return nil }
        return Found(heroes: slice, spelling: Letters(guess).spelling(in: first.name) ?? guess)
    }
}
