import HTML
import Heroes

/// A page whose portraits fly to the page of their hero.
protocol TransitionSource {
    /// The heroes whose portraits are on the page, each once.
    var departing: [Hero.ID] { get }
    /// The page of its list, by which it slides to the side that the next one is not on; nil where it stays.
    var page: Int? { get }
}

/// A page that a portrait flies to.
protocol TransitionDestination {
    var arriving: Hero.ID { get }
}

/// The style rules that name portraits; without it a page is left and entered by plain navigation.
struct TransitionView: TemplateView {
    static let template = "transitions"

    let heroes: [TransitionHeroView]
    let page: TransitionPageView?
    /// Whether it is a page that a portrait flies to.
    private let isDestination: Bool

    init(_ heroes: [Hero.ID], page: Int? = nil, isDestination: Bool = false) {
        // One name twice on a page makes the browser drop the whole transition.
        var seen = Set<Hero.ID>()
        self.isDestination = isDestination
        self.page = page.map(TransitionPageView.init(number:))
        self.heroes = heroes.filter { seen.insert($0).inserted }.map(TransitionHeroView.init(id:))
    }

    /// Nil for a view that is neither source nor destination.
    init?(of view: some View) {
        if let source = view as? any TransitionSource {
            self.init(source.departing, page: source.page)
        } else if let destination = view as? any TransitionDestination {
            self.init([destination.arriving], isDestination: true)
        } else {
            return nil
        }
    }

    /// The style sheet for portraits that arrive after the head of their page; nil for a view without any.
    static func late(for view: some View) -> SafeURL? {
        guard let source = view as? any TransitionSource, !source.departing.isEmpty else { return nil }
        return Route.transitions(source.departing).url
    }

    static let fields: [Field<TransitionView>] = [
        .list("heroes", \.heroes), .optionalView("page", \.page), .flag("isDestination", \.isDestination),
    ]

    static let examples = [
        Example("two heroes", TransitionView([1_009_610, 1_009_368], page: 2)),
        Example("a hero's page", TransitionView([1_009_610], isDestination: true)),
    ]
}

/// The hero whose portrait and name are named `hero-1009610` and `name-1009610`.
struct TransitionHeroView: View {
    let id: Hero.ID

    static let fields: [Field<TransitionHeroView>] = [.number("id", \.id)]
}

/// The page that is named `page-2`, with its neighbours.
struct TransitionPageView: View {
    let number: Int

    static let fields: [Field<TransitionPageView>] = [
        .number("number", \.number), .number("before") { $0.number - 1 }, .number("after") { $0.number + 1 },
    ]
}
