import Heroes

/// The start or end of the names that begin with a letter, in the list of all names.
enum LetterEdge {
    case start, end

    /// Returns the number of names before the edge, or nil if no name starts with a letter.
    ///
    /// A source may sort a name before or after the letters although it starts with one, for example because of an
    /// invisible blank or an “Æ”. So a letter counts only if no earlier letter is higher, or no later letter is lower.
    func index(in names: [String]) -> Int? {
        let letters = names.enumerated().compactMap { index, name in Self.letter(of: name).map { (index, letter: $0) } }
        switch self {
        case .start:
            var (first, lowest) = (Int?.none, UInt8.max)
            for (index, letter) in letters.reversed() where letter <= lowest { (first, lowest) = (index, letter) }
            return first
        case .end:
            var (last, highest) = (Int?.none, UInt8.min)
            for (index, letter) in letters where letter >= highest { (last, highest) = (index, letter) }
            return last.map { $0 + 1 }
        }
    }

    /// Returns true if a name that starts with no letter sorts before the letters.
    static func sortsBeforeLetters(_ name: String) -> Bool {
        name == Hero.unnamed || unquoted(name).unicodeScalars.first.map { $0 < "a" } ?? true
    }

    /// Returns the section of the index with the name: one of `HeroList.letters`.
    static func section(of name: String) -> String {
        if let letter = letter(of: name) { return String(UnicodeScalar(letter)) }
        return sortsBeforeLetters(name) ? "0-9" : "other"
    }

    /// Returns the name without quotation marks at its start, which Comic Vine's order ignores.
    private static func unquoted(_ name: String) -> Substring { name.drop { $0 == "'" || $0 == "\"" } }

    /// Returns the letter from "a" to "z" that the name starts with, after any quotation marks.
    private static func letter(of name: String) -> UInt8? {
        guard name != Hero.unnamed, let letter = Letters(unquoted(name).prefix(1)).bytes.first else { return nil }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) ? letter : nil
    }
}
