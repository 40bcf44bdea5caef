import Heroes

/// The heroes under a letter. They only need the list of all heroes, in which the names of a letter are contiguous.
extension HeroSource {
    func heroes(under letter: String, page: Int) async throws(HeroError) -> ListPage<Hero> {
        let range = PageRange.page(page)
        guard letter == HeroList.letters.first || letter == HeroList.letters.last else {
            return try await heroes(HeroQuery(nameStartsWith: letter, range: range))
        }
        let first = try await hundred(from: 0)
        let part =
            letter == HeroList.letters.first
            ? 0..<(try await edge(.start, of: first.total)) : try await edge(.end, of: first.total)..<first.total
        let count = min(max(0, part.count - range.offset), range.limit)
        let list =
            count == 0
            ? first
            : try await heroes(HeroQuery(range: PageRange(offset: part.lowerBound + range.offset, limit: count)))
        var names = ListPage(
            items: Array(list.items.prefix(count)), range: range, total: part.count, attribution: list.attribution)
        names.gap = list.gap
        return names
    }

    /// The first page of all heroes if it is cached, with the number of heroes and the attribution of the source.
    var cachedFirstPage: ListPage<Hero>? {
        get async {
            // A prefetch is served from the cache alone.
            try? await self.for(.prefetch).heroes(HeroQuery(range: .page(1)))
        }
    }

    private func hundred(from offset: Int) async throws(HeroError) -> ListPage<Hero> {
        try await heroes(HeroQuery(range: PageRange(offset: offset, limit: PageRange.maximumLimit)))
    }

    /// Returns the number of names before an edge of the letters, by binary search from the first or last hundred.
    private func edge(_ edge: LetterEdge, of total: Int) async throws(HeroError) -> Int {
        var (low, high) = (0, total)
        var offset = edge == .start ? 0 : max(0, total - PageRange.maximumLimit)
        while low < high {
            let names = try await hundred(from: offset).items.map(\.name)
            guard let first = names.first else { break }
            let index = edge.index(in: names) ?? (LetterEdge.sortsBeforeLetters(first) ? names.count : 0)
            if index > 0, index < names.count { return offset + index }
            if index == 0 { high = offset } else { low = offset + names.count }
            offset = max(low, (low + high - PageRange.maximumLimit) / 2)
        }
        return low
    }
}

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

    /// Returns the name without quotation marks at its start, which Comic Vine's order ignores.
    private static func unquoted(_ name: String) -> Substring { name.drop { $0 == "'" || $0 == "\"" } }

    /// Returns the letter from "a" to "z" that the name starts with, after any quotation marks.
    private static func letter(of name: String) -> UInt8? {
        guard name != Hero.unnamed, let letter = Letters(unquoted(name).prefix(1)).bytes.first else { return nil }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) ? letter : nil
    }
}
