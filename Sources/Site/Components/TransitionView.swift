import HTML
import Heroes

/// The style rules that name portraits; without it a page is left and entered by plain navigation.
struct TransitionView: TemplateView {
    static let template = "transitions"

    let heroes: [TransitionHeroView]
    /// The page of its list, by which it slides to the side that the next one is not on; nil if the page does not slide.
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
