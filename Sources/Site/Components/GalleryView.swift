import HTML
import Heroes

/// A page of heroes as cards, for the list, the search results and the favourites.
struct GalleryView: TemplateView {
    static let template = "hero-gallery"

    var cards: [HeroCardView] = []
    /// The number of heroes, such as "160 heroes".
    var summary = ""
    /// The correction of the search, if the results are for another spelling.
    var spellingSuggestion: SpellingSuggestionView?
    var paging: PagingView?
    /// The text and link in place of an empty list.
    var emptyState: EmptyStateView?
    var attribution: SafeHTML?
    /// The list as JSON-LD.
    var linkedData: SafeHTML?
    /// The style sheet that names the portraits, if the head of the page was sent before they were known.
    var lateTransitions: SafeURL?

    var ids: [Hero.ID] { cards.map(\.id) }

    static let fields: [Field<GalleryView>] = [
        .list("cards", \.cards),
        .flag("hasCards") { !$0.cards.isEmpty },
        .text("summary", \.summary),
        .optionalView("spellingSuggestion", \.spellingSuggestion),
        .optionalView("paging", \.paging),
        .optionalView("emptyState", \.emptyState),
        .optionalHTML("attribution", \.attribution),
        .optionalHTML("linkedData", \.linkedData),
        .optionalURL("lateTransitions", \.lateTransitions),
    ]

    static let examples = [Example("three heroes", Samples.gallery), Example("no heroes", Samples.emptyGallery)]
}

extension PageContext {
    /// Returns a page of a list as cards; their hearts redirect back to the page.
    func gallery(
        _ heroes: ListPage<Hero>, page: Int, _ request: PageRequest, at route: (_ page: Int) -> Route
    ) -> GalleryView {
        let cards = heroes.items.enumerated().map { index, hero in
            HeroCardView(
                id: hero.id, name: hero.name,
                portrait: PortraitView(
                    hero.thumbnail, at: .card, placeholderImage: placeholderImage, isUrgent: index == 0),
                heart: HeartView(hero: hero.id, name: hero.name, isOn: request.hasFavourite(hero.id), back: route(page))
            )
        }
        return GalleryView(
            cards: cards, summary: heroCount(heroes.total),
            paging: PagingView(page: page, of: heroes.pageCount, route: route),
            attribution: attribution(heroes.attribution))
    }

    /// Returns a number of heroes in words.
    func heroCount(_ number: Int) -> String { number == 1 ? "1 hero" : "\(number.grouped) heroes" }
}
