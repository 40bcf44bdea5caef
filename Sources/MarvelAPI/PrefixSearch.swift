import Basics
import Heroes

/// A search of an API that only finds names by their start.
///
/// Until something is found, the text is tried, then without words that ask, then its first words: three calls at most.
/// Names further back in the text and other spellings such as “spiderman” are not tried.
struct PrefixSearch {
    /// The text as typed, since names such as “Captain Marvel” and “The Hood” contain words that ask.
    let whole: String
    /// The shorter starts of names to try.
    private let shorter: [String]
    private let words: SearchWords
    private let range: PageRange

    init(_ text: String, _ range: PageRange, askingWords: Set<String>) {
        let words = SearchWords(text, askingWords: askingWords)
        (self.words, self.range, whole) = (words, range, words.whole)
        let starts = (whole == words.text ? [words.start(2)] : [words.text]) + [words.start(1)]
        shorter = starts.unique(by: \.self).filter { $0 != words.whole }
    }

    func endpoint(_ prefix: String) -> MarvelEndpoint { .heroes(HeroQuery(nameStartsWith: prefix, range: range)) }

    typealias Request = (MarvelEndpoint) async throws(HeroError) -> Payload<CharacterPayload>

    /// Returns the results for the longest start of the text with any, given those for all of it.
    func results(
        _ payload: Payload<CharacterPayload>, _ request: Request
    ) async throws(HeroError) -> SearchResults {
        var (payload, prefix) = (payload, whole)
        for start in shorter where payload.isEmpty {
            (payload, prefix) = (try await request(endpoint(start)), start)
        }
        return results(payload, isComplete: prefix == whole || prefix == words.text)
    }

    /// Returns a page of heroes; on the first one, those with a complete name in the text come first, and of these the
    /// ones with the most comics.
    private func results(_ payload: Payload<CharacterPayload>, isComplete: Bool) -> SearchResults {
        let page = payload.listPage(requested: range, \.match)
        guard range.offset == 0, !payload.isEmpty else { return SearchResults(page) }
        let heroes = payload.items.prefix(range.limit)
        let named = words.named(heroes, rank: { (-$0.comicCount, $0.hero.id) }, name: \.hero.name)
        let items = (named.map(\.item.match) + page.items).unique(by: \.id)
        return SearchResults(
            ListPage(items: items, range: range, total: page.total, attribution: page.attribution),
            named: named.unique(by: \.position).map { .hero($0.item.hero) }, isComplete: isComplete || !named.isEmpty)
    }
}

extension Payload {
    /// True if there are no results on any page.
    fileprivate var isEmpty: Bool { items.isEmpty && total ?? 0 <= 0 }
}
