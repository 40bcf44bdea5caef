import HTML
import HTTP

/// `/_examples`: every view in every named state, for development.
struct ExamplesPage {
    let context: PageContext

    /// Returns the list of all states, or one state: a page by itself, or a part within the layout.
    func respond(_ state: Route.Example?) throws(Failure) -> Response {
        guard let state else {
            let links = Self.states.map { LinkView($0.label, Route.examples($0.state).url) }
            return context.page(ExamplesView(states: links, part: nil))
        }
        guard let view = Self.states.first(where: { $0.state == state })?.view else {
            throw Failure(RouteError.unknown)
        }
        if let page = view as? any PageView { return context.page(page) }
        return context.page(ExamplesView(states: [], part: context.assets.templates.markup(view)))
    }

    private typealias State = (state: Route.Example, label: String, view: any TemplateView)

    private static var states: [State] { Site.views.flatMap { states(of: $0) } }

    private static func states<V: TemplateView>(of view: V.Type) -> [State] {
        V.examples.enumerated().map { index, example in
            (Route.Example(view: V.template, number: index + 1), "\(V.template): \(example.name)", example.view)
        }
    }
}

/// The list of all named states of all views, or one part of a page in the layout.
struct ExamplesView: PageView {
    static let template = "examples"

    var layout = LayoutView(title: "Every view in every state")
    let states: [LinkView]
    let part: SafeHTML?

    init(states: [LinkView], part: SafeHTML?) {
        (self.states, self.part) = (states, part)
        layout.isUnlisted = true
    }

    static let fields: [Field<ExamplesView>] = [
        .view("layout", \.layout),
        .list("states", \.states),
        .flag("hasStates") { !$0.states.isEmpty },
        .optionalHTML("part", \.part),
    ]

    static let examples = [Example("a part", ExamplesView(states: [], part: .escaping("<part>")))]
}
