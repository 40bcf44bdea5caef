import HTML
import Heroes

/// A page of heroes as cards, for the list, the search results and the favourites.
struct GalleryView: TemplateView {
    static let template = "hero-gallery"

    var cards: [HeroCardView] = []
    /// The number of cards before those that only mention the search; nil if there are none of these.
    var nameCount: Int?
    /// The number of heroes, such as "160 heroes".
    var summary = ""
    /// A sentence above the heroes, if some may be missing.
    var notice: String?
    var paging: PagingView?
    /// The buttons of a shared list; nil for other lists.
    var sharedList: SharedListView?
    /// The text and link in place of an empty list.
    var emptyState: EmptyStateView?
    var attribution: SafeHTML?
    /// The list as JSON-LD.
    var linkedData: SafeHTML?
    /// The style sheet that names the portraits, if the head of the page was sent before they were known.
    var lateTransitions: SafeURL?

    var ids: [Hero.ID] { cards.map(\.id) }

    private var sections: [CardSectionView] {
        guard let nameCount else { return [CardSectionView(heading: nil, cards: cards[...])] }
        return [
            CardSectionView(heading: "Names", cards: cards.prefix(nameCount)),
            CardSectionView(heading: "Mentioned in", cards: cards.dropFirst(nameCount)),
        ].filter { !$0.cards.isEmpty }
    }

    static let fields: [Field<GalleryView>] = [
        .list("sections", \.sections),
        .flag("hasCards") { !$0.cards.isEmpty },
        .text("summary", \.summary),
        .optionalText("notice", \.notice),
        .optionalView("paging", \.paging),
        .optionalView("sharedList", \.sharedList),
        .optionalView("emptyState", \.emptyState),
        .optionalHTML("attribution", \.attribution),
        .optionalHTML("linkedData", \.linkedData),
        .optionalURL("lateTransitions", \.lateTransitions),
    ]

    static let examples = [
        Example("three heroes", Samples.gallery), Example("names and mentions", Samples.searchGallery),
        Example("no heroes", Samples.emptyGallery),
        Example(
            "limited search",
            GalleryView(
                cards: [Samples.card(Samples.plain)], summary: "1 hero so far",
                notice: "Search is limited right now, so some heroes may be missing.")),
    ]
}

/// Cards under a heading, if there are several kinds.
struct CardSectionView: View {
    let heading: String?
    let cards: ArraySlice<HeroCardView>

    static let fields: [Field<CardSectionView>] = [
        .optionalText("heading", \.heading), .list("cards") { Array($0.cards) },
    ]
}

extension PageContext {
    /// Returns a page of a list as cards; their hearts redirect back to the page.
    func gallery(
        _ heroes: ListPage<Hero>, page: Int, _ request: PageRequest, portraits: PortraitView.Position = .card,
        at route: (_ page: Int) -> Route
    ) -> GalleryView {
        let notes = distinctions(heroes.items)
        let cards = heroes.items.enumerated().map { index, hero in
            HeroCardView(
                id: hero.id, name: hero.name, note: notes[hero.id],
                portrait: PortraitView(
                    hero.thumbnail, at: portraits, placeholderImage: placeholderImage, isUrgent: index == 0),
                heart: HeartView(hero: hero.id, name: hero.name, isOn: request.hasFavourite(hero.id), back: route(page))
            )
        }
        return GalleryView(
            cards: cards, summary: heroCount(heroes.total) + heroes.growth,
            notice: heroes.gap == .searchUnavailable ? Self.limitedSearch : nil,
            paging: PagingView(page: page, of: heroes.pageCount, route: route),
            attribution: attribution(heroes.attribution))
    }

    private static let limitedSearch = "Search is limited right now, so some heroes may be missing."

    /// Returns the beginning of the description, or the real name, of heroes that share their name with another one.
    func distinctions(_ heroes: [Hero]) -> [Hero.ID: String] {
        var notes: [Hero.ID: String] = [:]
        for hero in Dictionary(grouping: heroes, by: \.name).values.filter({ $0.count > 1 }).joined() {
            let known = hero.description == nil ? source.cachedHero(hero.id) ?? hero : hero
            notes[hero.id] = known.description.flatMap { excerpts.plainText($0, limit: 60) } ?? known.facts?.realName
        }
        return notes
    }

    /// Returns a number of heroes in words.
    func heroCount(_ number: Int) -> String { number == 1 ? "1 hero" : "\(number.grouped) heroes" }
}

extension ListPage {
    /// The words after the number of items if the list still grows; empty otherwise.
    var growth: String { gap == .stillLoading ? " so far" : "" }
}
