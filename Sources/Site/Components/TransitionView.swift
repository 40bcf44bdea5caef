import HTML
import Heroes

/// The style rules with the view transition names of portraits.
struct TransitionView: TemplateView {
    static let template = "transitions"

    let heroes: [TransitionHeroView]
    /// The number of the list page, which determines the direction of the slide; nil if the page does not slide.
    let page: TransitionPageView?
    /// True if a portrait moves to this page.
    private let isDestination: Bool

    init(_ heroes: [Hero.ID], page: Int? = nil, isDestination: Bool = false) {
        // A duplicate name makes the browser skip the whole transition.
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

/// The transition names of a hero's portrait and name, such as `hero-1009610` and `name-1009610`.
struct TransitionHeroView: View {
    let id: Hero.ID

    static let fields: [Field<TransitionHeroView>] = [.number("id", \.id)]
}

/// A list page with the transition name `page-2`, and the numbers of its neighbours.
struct TransitionPageView: View {
    let number: Int

    static let fields: [Field<TransitionPageView>] = [
        .number("number", \.number), .number("before") { $0.number - 1 }, .number("after") { $0.number + 1 },
    ]
}
