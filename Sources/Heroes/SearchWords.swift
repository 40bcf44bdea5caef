import Basics

/// The words of a search without those that ask, and the complete names among them.
///
/// Names are compared by their letters: “spiderman” and “spider man” are Spider-Man.
package struct SearchWords: Sendable {
    /// The words to search for, in lower case without diacritics: neither small words nor those that ask, unless there
    /// are no others.
    package let words: [String]
    /// The text as typed.
    package let whole: String
    /// The parts of the text as typed, from the first to the last that does not ask.
    private let parts: ArraySlice<Substring>
    /// The positions of the runs of words that may be names, by their letters.
    private let runs: [Letters: Range<Int>]
    /// The first two bytes of each run, to tell most names from them at once.
    private let starts: Set<UInt16>
    /// From the first to the last position of the words to search for.
    private let content: Range<Int>

    /// `askingWords` are folded single words such as “who”, “comics” and “powers”.
    package init(_ text: String, askingWords: Set<String> = []) {
        let all = Self.words(text)
        let sets = [askingWords.union(Self.smallWords), Self.smallWords, []]
        let ignored = sets.first { !$0.isSuperset(of: all) } ?? []
        let positions = all.indices.filter { !ignored.contains(all[$0]) }
        words = positions.map { all[$0] }
        content = positions.first.flatMap { first in positions.last.map { first..<$0 + 1 } } ?? 0..<0
        runs = Self.runs(all, Set(positions))
        starts = Set(runs.keys.compactMap { Self.start($0.bytes) })

        let parts = text.split(whereSeparator: \.isWhitespace)
        func asks(_ part: Substring) -> Bool {
            let words = Self.words(part)
            return words.allSatisfy(ignored.contains) || ignored.contains(words.joined())
        }
        let first = parts.firstIndex { !asks($0) } ?? 0
        self.parts = parts[first..<(parts.lastIndex { !asks($0) } ?? parts.count - 1) + 1]
        whole = Self.bare(parts[...])
    }

    /// The text as typed, without words that ask at its start and end.
    package var text: String { Self.bare(parts) }

    /// Returns the first parts of the text.
    package func start(_ count: Int) -> String { Self.bare(parts.prefix(count)) }

    /// Returns parts of the text without what a name in it does not end with: “Thor?”, “Thor’s”.
    private static func bare(_ parts: ArraySlice<Substring>) -> String {
        let text = parts.joined(separator: " ")
        func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
        guard let first = text.firstIndex(where: isInWord), let last = text.lastIndex(where: isInWord) else {
            return text
        }
        let bare = text[first...last]
        return String(["'s", "’s"].contains { bare.lowercased().hasSuffix($0) } ? bare.dropLast(2) : bare)
    }

    private static let smallWords: Set = ["a", "an", "and", "of", "s", "the"]

    private static func words(_ text: some StringProtocol) -> [String] {
        SortKey.of(text).split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// Returns the runs with a word to search for; the first of equal ones counts.
    private static func runs(_ words: [String], _ content: Set<Int>) -> [Letters: Range<Int>] {
        var runs: [Letters: Range<Int>] = [:]
        for start in words.indices where words[start] != "the" {
            // M.O.D.O.K. has five; no name that visitors type has more than eight.
            for end in (start + 1)...min(start + 8, words.count) where (start..<end).contains(where: content.contains) {
                let name = words[start..<end].joined()
                for name in [name, "the" + name] where runs[Letters(name)] == nil { runs[Letters(name)] = start..<end }
            }
        }
        return runs
    }
}

extension SearchWords {
    /// Returns true if the text contains a complete name, which is fast enough for those of all heroes.
    package func contains(name: String) -> Bool { position(of: name) != nil }

    /// Returns the items with a complete name or alias in the search: the longest names first, and of equally long ones
    /// the item with the lowest rank. A name that overlaps one before it does not count.
    package func named<Item>(
        _ items: some Sequence<Item>, rank: (Item) -> (Int, Int), name: (Item) -> String,
        alias: (Item) -> String? = { _ in nil }
    ) -> [NamedItem<Item>] {
        let found = items.compactMap { item -> (key: (Int, Int, Int), item: NamedItem<Item>)? in
            let names = [named(item, name(item)), alias(item).flatMap { named(item, $0) }].compactMap(\.self)
            guard let longest = names.max(by: { $0.position.count < $1.position.count }) else { return nil }
            let (first, second) = rank(item)
            return ((-longest.position.count, first, second), longest)
        }
        var positions: [Range<Int>] = []
        return found.sorted { $0.key < $1.key }.map(\.item).filter { item in
            if positions.contains(item.position) { return true }
            if positions.contains(where: item.position.overlaps) { return false }
            positions.append(item.position)
            return true
        }
    }

    private func named<Item>(_ item: Item, _ name: String) -> NamedItem<Item>? {
        guard let position = position(of: name) else { return nil }
        let isAll = position.lowerBound <= content.lowerBound && content.upperBound <= position.upperBound
        return NamedItem(item: item, name: name, position: position, isAll: isAll)
    }

    /// Returns the words that are this name, with or without its part in brackets; nil if there are none.
    private func position(of name: String) -> Range<Int>? {
        if let start = Self.start(name.utf8), !starts.contains(start) { return nil }
        if let position = runs[Letters(name)] { return position }
        return name.utf8.firstIndex(of: UInt8(ascii: "(")).flatMap { runs[Letters(name[..<$0])] }
    }
}

extension SearchWords {
    /// Returns the first two letters or digits as a number; nil if one is not ASCII.
    private static func start(_ bytes: some Sequence<UInt8>) -> UInt16? {
        var start: UInt16 = 0
        for byte in bytes {
            if byte >= 0x80 { return nil }
            if byte.isLetter || byte.isDigit { start = start << 8 | UInt16(byte | 0x20) }
            if start > 0xFF { break }
        }
        return start
    }
}

/// An item with a complete name in a search.
package struct NamedItem<Item> {
    package let item: Item
    package let name: String
    /// The positions of the name's words in the search.
    package let position: Range<Int>
    /// True if the search has no other words to search for.
    package let isAll: Bool
}
