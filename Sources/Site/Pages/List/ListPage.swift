import HTML
import HTTP
import Heroes

extension PageContext {
    /// Returns a page of a list. If the source answers before the deadline, the page is sent complete. Otherwise the
    /// layout is sent at once and the list, or a failure, follows.
    func list<List: Paginated>(
        _ number: Int, _ pending: Pending<Result<List, HeroError>>,
        at route: @escaping @Sendable (_ page: Int) -> Route,
        part: @escaping @Sendable (List) -> ListPartView, in page: (Deferred<ListPartView>) -> ListView
    ) async throws(Failure) -> Response {
        guard let result = await value(of: pending, by: deadline) else {
            return stream(page(.pending)) { writer in
                let bytes: [UInt8]
                do throws(Failure) {
                    let list = try await pending.value.mapError { Failure($0, retry: route(number)) }.get()
                    try checkPage(list, number, route)
                    bytes = self.part(part(list).late)
                } catch {
                    bytes = self.part(error)
                }
                try await writer.write(bytes)
            }
        }
        let list = try result.mapError { Failure($0, retry: route(number)) }.get()
        try checkPage(list, number, route)
        var view = page(.ready(part(list)))
        if let shown = view.sparseHeroes { view.layout.posters = await posters(without: shown) }
        return self.page(view).repeatable().aged(list.age)
    }

    /// Throws a failure if the page is past the end of the list.
    func checkPage(_ list: some Paginated, _ page: Int, _ route: (Int) -> Route) throws(Failure) {
        guard page <= list.pageCount else { throw .pastTheEnd(route(list.pageCount), page: page, of: list.pageCount) }
    }

    /// Runs a search, of which each network may run a few at once.
    func search<Found: Sendable>(
        _ search: @autoclosure @Sendable () async throws(HeroError) -> Found
    ) async throws(HeroError) -> Found {
        guard let found = try await site.searches.run(for: network, search) else { throw .quotaExceeded(retryAfter: 1) }
        return found
    }

    /// Returns a page of heroes as cards; their hearts redirect back to the page.
    func cards(
        _ heroes: ListPage<Hero>, page: Int, portraits: PortraitView.Position = .card, at route: (_ page: Int) -> Route
    ) -> ListPartView {
        let (notes, back) = (distinctions(heroes.items), route(page).target)
        let cards = heroes.items.enumerated().map { index, hero in
            var card = card(hero, portraits: portraits, back: back)
            card.note = notes[hero.id]
            card.portrait.isUrgent = index == 0
            return card
        }
        return ListPartView(
            cards: cards, summary: heroes.count, isLimited: heroes.gap == .searchUnavailable,
            paging: PagingView(page: page, of: heroes.pageCount, route: route),
            attribution: attribution(heroes.attribution))
    }

    /// Returns a hero as a card, with a heart that redirects back to the target.
    func card(_ hero: Hero, portraits: PortraitView.Position = .card, back: String) -> HeroCardView {
        HeroCardView(
            hero: hero, portrait: hero.portrait(at: portraits, placeholderImage: placeholderImage),
            heart: HeartView(hero: hero.id, name: hero.name, isOn: hasFavourite(hero.id), back: back))
    }

    /// Returns a picture for link previews with these portraits, if this site draws them.
    func collage(_ portraits: [Thumbnail]) -> String? { configuration.collage?(portraits) }

    /// Returns the beginning of the description, or the real name, of heroes that share their name with another one.
    func distinctions(_ heroes: [Hero]) -> [Hero.ID: String] {
        var notes: [Hero.ID: String] = [:]
        for hero in Dictionary(grouping: heroes, by: \.name).values.filter({ $0.count > 1 }).joined() {
            let known = hero.description == nil ? source.cachedHero(hero.id) ?? hero : hero
            notes[hero.id] =
                excerpt(of: known, limit: 60) ?? known.facts?.realName
        }
        return notes
    }

    /// Returns the topics as they are listed, with at most this many characters of each description.
    func views(_ topics: some Sequence<Topic>, descriptionLimit: Int) -> [TopicView] {
        topics.map { topic in
            topic.derived.value("view \(descriptionLimit)") {
                TopicView(
                    topic, description: excerpt(of: topic, limit: descriptionLimit), placeholderImage: placeholderImage)
            }
        }
    }
}

/// A page of a list, or of the results of a search.
protocol Paginated: Sendable {
    var pageCount: Int { get }
    var age: Int { get }
}

extension ListPage: Paginated {}

extension SearchResults: Paginated {
    var pageCount: Int { heroes.pageCount }
    var age: Int { heroes.age }
}

extension ListPage<Hero> {
    /// The number of heroes in words, such as "160 heroes so far".
    var count: String { Hero.count(total) + growth }
}

extension ListPage {
    /// The words after the number of items if the list still grows; empty otherwise.
    var growth: String { gap == .stillLoading ? " so far" : "" }
}

extension Hero {
    /// Returns a number of heroes in words.
    static func count(_ number: Int) -> String { number == 1 ? "1 hero" : "\(number.grouped) heroes" }
}

struct PagingView: View {
    let page: Int
    let pageCount: Int
    let previous: SafeURL?
    let next: SafeURL?

    /// Returns nil if there is only one page.
    init?(page: Int, of pageCount: Int, route: (_ page: Int) -> Route) {
        guard pageCount > 1 else { return nil }
        self.page = page
        self.pageCount = pageCount
        previous = page > 1 ? route(page - 1).url : nil
        next = page < pageCount ? route(page + 1).url : nil
    }

    static let fields: [Field<PagingView>] = [
        .number("page", \.page),
        .number("pageCount", \.pageCount),
        .optionalURL("previous", \.previous),
        .optionalURL("next", \.next),
    ]
}
