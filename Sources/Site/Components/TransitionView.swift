import HTML
import Heroes

/// The style rules with the view transition names of portraits and covers.
struct TransitionView: TemplateView {
    static let template = "transitions"

    let heroes: [TransitionItemView]
    let comics: [TransitionItemView]
    let events: [TransitionItemView]
    let series: [TransitionItemView]
    /// The number of the list page, which determines the direction of the slide; nil if the page does not slide.
    let page: TransitionPageView?
    /// The hero with a portrait that moves to this page, above all others.
    let destination: TransitionItemView?

    /// Stories have no pages, so nothing moves there.
    init(_ heroes: [Hero.ID] = [], works: [WorkID] = [], page: Int? = nil, destination: Hero.ID? = nil) {
        // A duplicate name makes the browser skip the whole transition.
        func unique(_ numbers: [Int]) -> [TransitionItemView] {
            var seen = Set<Int>()
            return numbers.filter { seen.insert($0).inserted }.map(TransitionItemView.init(id:))
        }
        func numbers(_ kind: WorkKind) -> [Int] { works.filter { $0.kind == kind }.map(\.number) }
        self.heroes = unique(heroes)
        comics = unique(numbers(.comics))
        events = unique(numbers(.events))
        series = unique(numbers(.series))
        self.page = page.map(TransitionPageView.init(number:))
        self.destination = destination.map(TransitionItemView.init(id:))
    }

    static let fields: [Field<TransitionView>] = [
        .list("heroes", \.heroes), .list("comics", \.comics), .list("events", \.events), .list("series", \.series),
        .optionalView("page", \.page), .optionalView("destination", \.destination),
    ]

    static let examples = [
        Example("two heroes", TransitionView([1_009_610, 1_009_368], page: 2)),
        Example(
            "a hero's page",
            TransitionView([1_009_610], works: [WorkID(.comics, 5), WorkID(.events, 5)], destination: 1_009_610)),
        Example("a work's page", TransitionView([1_009_610], works: [WorkID(.series, 1)], page: 1)),
    ]
}

/// The transition names of a picture and a name, such as `hero-1009610` and `name-1009610`, or `comics-5` and
/// `comics-name-5`.
struct TransitionItemView: View {
    let id: Int

    static let fields: [Field<TransitionItemView>] = [.number("id", \.id)]
}

/// A list page with the transition name `page-2`, and the numbers of its neighbours.
struct TransitionPageView: View {
    let number: Int

    static let fields: [Field<TransitionPageView>] = [
        .number("number", \.number), .number("before") { $0.number - 1 }, .number("after") { $0.number + 1 },
    ]
}
