import Heroes

/// The index. It only needs the list of all heroes, in which the names that start with a letter are contiguous.
extension HeroSource {
    /// Returns a page of the index with at most a hundred names.
    func heroes(under letter: String, page: Int) async throws(HeroError) -> ListPage<Hero> {
        let range = PageRange(offset: (page - 1) * PageRange.maximumLimit, limit: PageRange.maximumLimit)
        guard letter == HeroList.letters.first || letter == HeroList.letters.last else {
            return try await heroes(HeroQuery(nameStartsWith: letter, range: range))
        }
        let first = try await hundred(from: 0)
        let part =
            letter == HeroList.letters.first
            ? 0..<(try await edge(.start, of: first.total)) : try await edge(.end, of: first.total)..<first.total
        let count = min(max(0, part.count - range.offset), range.limit)
        let list = count == 0 ? first : try await hundred(from: part.lowerBound + range.offset)
        var names = ListPage(
            items: Array(list.items.prefix(count)), range: range, total: part.count, attribution: list.attribution)
        names.gap = list.gap
        return names
    }

    /// The letters with names, if all heroes are cached; otherwise nil.
    var lettersWithNames: Set<String>? {
        get async {
            // Thousands of heroes have all letters, and a list that grows may get them.
            guard let list = await cachedFrontPage, list.total < 5_000, list.gap != .stillLoading else { return nil }
            let heroes = cachedHeroes
            return heroes.count < list.total ? nil : Set(heroes.map { LetterEdge.section(of: $0.name) })
        }
    }

    private func hundred(from offset: Int) async throws(HeroError) -> ListPage<Hero> {
        try await heroes(HeroQuery(range: PageRange(offset: offset, limit: PageRange.maximumLimit)))
    }

    /// Returns the number of names before an edge of the letters, by binary search unless the edge is in the first or
    /// last hundred.
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
