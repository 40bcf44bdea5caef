import HTML
import Heroes

/// A page of a list of heroes as cards, with the number of heroes and the links to other pages.
struct CardsView: View {
    let cards: [HeroCard]
    /// The number of heroes, such as "160 heroes"; empty if it is not shown.
    var summary = ""
    var paging: PagingView?

    init(_ cards: [HeroCard], summary: String = "", paging: PagingView? = nil) {
        (self.cards, self.summary, self.paging) = (cards, summary, paging)
    }

    /// Takes the heroes of a page of a list; `notes` are for those with a name of their own.
    init(
        _ heroes: ListPage<Hero>, page: Int, _ visit: Visit, portraits: PortraitView.Position = .card,
        notes: [Hero.ID: String] = [:], at route: (_ page: Int) -> Route
    ) {
        let notes = notes.merging(visit.distinctions(heroes.items)) { $1 }
        cards = heroes.items.enumerated().map { index, hero in
            visit.card(hero, at: portraits, note: notes[hero.id], isUrgent: index == 0)
        }
        summary = Hero.count(heroes.total) + heroes.growth
        paging = PagingView(page: page, of: heroes.pageCount, route: route)
    }

    var heroes: [Hero.ID] { cards.map(\.hero.id) }

    /// True if the list has so few heroes that others may be shown below it.
    var isSparse: Bool { cards.count < 5 && paging?.previous == nil }

    static let fields: [Field<CardsView>] = [
        .list("cards", \.cards),
        .flag("hasCards") { !$0.cards.isEmpty },
        .text("summary", \.summary),
        .flag("hasSummary") { !$0.summary.isEmpty && !$0.cards.isEmpty },
        .optionalView("paging", \.paging),
    ]
}

extension Visit {
    /// Returns the beginning of the hero's description for a card.
    func excerpt(of hero: Hero) -> String? { texts.excerpt(of: described(hero), limit: 60) }

    /// Returns the hero from the cache if the list has no description of it.
    private func described(_ hero: Hero) -> Hero {
        hero.description == nil ? source.cachedHero(hero.id) ?? hero : hero
    }

    /// Returns the beginning of the description, or the real name, of heroes that share their name with another one.
    fileprivate func distinctions(_ heroes: [Hero]) -> [Hero.ID: String] {
        var notes: [Hero.ID: String] = [:]
        for hero in Dictionary(grouping: heroes, by: \.name).values.filter({ $0.count > 1 }).joined() {
            notes[hero.id] = excerpt(of: hero) ?? described(hero).facts?.realName
        }
        return notes
    }
}
