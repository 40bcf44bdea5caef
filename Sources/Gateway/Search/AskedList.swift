/// The list of characters that all words of a search ask for, as “villains of the Avengers” or “1960s women”.
struct AskedList {
    private(set) var team: NamedRow?
    private var side, gender: String?
    private var decade: Int?

    /// Returns nil if a word asks for something else, or if none narrows the list of a team or of all characters.
    init?(_ typed: TypedSearch, _ named: [NamedRow], _ vocabulary: Vocabulary) {
        guard typed.askedKind == nil || typed.askedKind == .teams else { return nil }
        team = named.first { $0.kind == .teams }
        var hasHeroes = false
        for (index, word) in typed.words.enumerated() where team?.words.contains(index) != true {
            let values = vocabulary.values(askedBy: word)
            if let decade = Self.decade(word) {
                guard self.decade == nil || self.decade == decade else { return nil }
                self.decade = decade
            }
            for value in values where Facts.sides.contains(value) { side = value }
            for value in values where Facts.genders.contains(value) {
                // Women and men are all.
                guard gender == nil || gender == value else { return nil }
                gender = value
            }
            hasHeroes = hasHeroes || word.hasPrefix("hero")
            guard !values.isEmpty || Self.decade(word) != nil || typed.isStopWord(index) else { return nil }
        }
        // Heroes and villains are all, and without a villain all characters are heroes; but female heroes are no villains.
        guard !hasHeroes || side != "villain" else { return nil }
        if hasHeroes, gender != nil { side = "hero" }
        if side == nil, gender == nil, decade == nil { return nil }
    }

    /// The parameters of the list besides the team.
    var values: [(name: String, value: String)] {
        let values = [("side", side), ("gender", gender), ("decade", decade.map(String.init))]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Returns 1960 for “1960s” and “60s”.
    private static func decade(_ word: String) -> Int? {
        guard word.last == "s", let year = Digits.clamped(word.dropLast()), year % 10 == 0 else { return nil }
        let decade = word.utf8.count == 3 ? 1900 + year : year
        return (1930...2090).contains(decade) ? decade : nil
    }
}
