import HTML
import Heroes

/// The front page, or its skeleton while the heroes load.
struct FrontView: ListPageView {
    static let template = "front"

    var layout = LayoutView(title: "Marvel’s heroes, and how they know each other")
    let number: Int? = nil
    var content: Deferred<FrontContentView>

    init(_ content: Deferred<FrontContentView>) {
        self.content = content
        layout.summary = "Find any Marvel hero you half remember, walk on from every name, and keep your favourites."
        layout.navigationItem = .home
        layout.canonical = .home
    }

    /// Searches by a look, a deed, an event and a team.
    private static let examples = ["blind lawyer", "who lifts the hammer", "Civil War", "X-Men"]

    static let fields: [Field<FrontView>] = [
        .view("layout", \.layout),
        .list("examples") { _ in examples.map { LinkView($0, Route.search($0).url) } },
        .deferred("content", \.content), PlaceholderView.field(),
    ]
}

struct FrontContentView: ListContentView {
    static let template = "front-content"

    var cards: [HeroCard] = []
    /// Nil if the source has no heroes.
    var today: TodayView?
    var attribution: AttributionView?

    var heroes: [Hero.ID] { (cards + [today?.hero].compactMap(\.self)).map(\.hero.id) }
    var topics: [TopicID] { (today.map { $0.teams + $0.events } ?? []).map(\.id) }
    var isSparse: Bool { cards.count < 5 }

    static let fields: [Field<FrontContentView>] = [
        .list("cards", \.cards),
        .flag("hasCards") { !$0.cards.isEmpty },
        .optionalView("today", \.today),
        .url("allHeroes") { _ in Route.allHeroes.url },
        .optionalView("attribution", \.attribution),
    ]
}

/// The hero, the teams and the events of the day.
struct TodayView: View {
    let hero: HeroCard
    let description: String?
    let teams: [TopicItem]
    let events: [TopicItem]
    let all: LinkView

    static let fields: [Field<TodayView>] = [
        .view("hero", \.hero),
        .optionalText("description", \.description),
        .text("name") { $0.hero.hero.name },
        .url("address") { $0.hero.hero.address },
        .list("teams", \.teams),
        .flag("hasTeams") { !$0.teams.isEmpty },
        .list("events", \.events),
        .flag("hasEvents") { !$0.events.isEmpty },
        .view("all", \.all),
        .url("letters") { _ in Route.letter("a").url },
        .url("random") { _ in Route.hero(.random).url },
        .url("allTeams") { _ in Route.all(.teams).url },
        .url("allEvents") { _ in Route.all(.events).url },
    ]
}
