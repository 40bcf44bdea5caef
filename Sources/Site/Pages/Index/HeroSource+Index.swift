import Heroes

/// The index needs nothing but the list of all heroes, in which the names that start with a letter follow each other.
extension HeroSource {
    /// A page of that part of the index, with a hundred names at most.
    func heroes(under letter: String, page: Int) async throws(HeroError) -> ListPage<Hero> {
        let range = PageRange(offset: (page - 1) * PageRange.largestLength, limit: PageRange.largestLength)
        guard letter == HeroList.letters.first || letter == HeroList.letters.last else {
            return try await heroes(HeroQuery(nameStartsWith: letter, range: range))
        }
        let first = try await hundred(from: 0)
        let part =
            letter == HeroList.letters.first
            ? 0..<(try await edge(.start, of: first.total)) : try await edge(.end, of: first.total)..<first.total
        let count = min(max(0, part.count - range.offset), range.limit)
        let list = count == 0 ? first : try await hundred(from: part.lowerBound + range.offset)
        return ListPage(
            items: Array(list.items.prefix(count)), range: range, total: part.count, attribution: list.attribution)
    }

    private func hundred(from offset: Int) async throws(HeroError) -> ListPage<Hero> {
        try await heroes(HeroQuery(range: PageRange(offset: offset, limit: PageRange.largestLength)))
    }

    /// Returns how many of all heroes stand before an edge of the letters, found by halving unless it is in the first or
    /// last hundred.
    private func edge(_ edge: LetterEdge, of total: Int) async throws(HeroError) -> Int {
        var (low, high) = (0, total)
        var offset = edge == .start ? 0 : max(0, total - PageRange.largestLength)
        while low < high {
            let names = try await hundred(from: offset).items.map(\.name)
            guard let first = names.first else { break }
            let index = edge.index(in: names) ?? (LetterEdge.sortsBeforeLetters(first) ? names.count : 0)
            if index > 0, index < names.count { return offset + index }
            if index == 0 { high = offset } else { low = offset + names.count }
            offset = max(low, (low + high - PageRange.largestLength) / 2)
        }
        return low
    }
}

/// A boundary of a letter's names in the list of all names.
enum LetterEdge {
    case start, end

    /// Returns how many names stand before the edge; nil if none starts with a letter.
    ///
    /// A source may order a name in front of or behind the letters although it starts with one: for a blank that is not
    /// shown, or an “Æ”. So a letter counts if those before it are no higher, or those behind it no lower.
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

    /// Whether a name that starts with no letter is ordered in front of them.
    static func sortsBeforeLetters(_ name: String) -> Bool {
        name == Hero.unnamed || name.unicodeScalars.first.map { $0 < "a" } ?? true
    }

    /// The letter from "a" to "z" that a name starts with.
    private static func letter(of name: String) -> UInt8? {
        guard name != Hero.unnamed, let letter = Letters(name.prefix(1)).bytes.first else { return nil }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) ? letter : nil
    }
}
