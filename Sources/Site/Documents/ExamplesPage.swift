import HTML
import HTTP

/// `/_examples`: every view in every named state, for development.
struct ExamplesPage {
    let visit: Visit
    /// The state to show; nil for the list of all.
    let state: DocumentRoute.Example?

    init(_ visit: Visit, _ state: DocumentRoute.Example?) { (self.visit, self.state) = (visit, state) }

    /// Returns the list of all states, or one state: a page by itself, or a fragment within the layout.
    func response() throws(Failure) -> Response {
        guard visit.configuration.isDevelopment else { throw Failure(RouteError.unknown) }
        guard let state else {
            let links = Self.states.map { LinkView($0.label, Route.document(.examples($0.state)).url) }
            return visit.renderer.page(ExamplesView(states: links, fragment: nil))
        }
        guard let view = Self.states.first(where: { $0.state == state })?.view else {
            throw Failure(RouteError.unknown)
        }
        if let page = view as? any PageView { return visit.renderer.page(page) }
        return visit.renderer.page(ExamplesView(states: [], fragment: visit.assets.templates.markup(view)))
    }

    private typealias State = (state: DocumentRoute.Example, label: String, view: any TemplateView)

    private static var states: [State] { Site.views.flatMap { states(of: $0) } }

    private static func states<V: TemplateView>(of view: V.Type) -> [State] {
        V.examples.enumerated().map { index, example in
            (DocumentRoute.Example(view: V.template, number: index + 1), "\(V.template): \(example.name)", example.view)
        }
    }
}

/// The list of all named states of all views, or one fragment in the layout.
struct ExamplesView: PageView {
    static let template = "examples"

    var layout = LayoutView(title: "Every view in every state")
    let states: [LinkView]
    let fragment: SafeHTML?

    init(states: [LinkView], fragment: SafeHTML?) {
        (self.states, self.fragment) = (states, fragment)
        layout.isUnlisted = true
    }

    static let fields: [Field<ExamplesView>] = [
        .view("layout", \.layout),
        .list("states", \.states),
        .flag("hasStates") { !$0.states.isEmpty },
        .optionalHTML("fragment", \.fragment),
    ]

    static let examples = [Example("a fragment", ExamplesView(states: [], fragment: .escaping("<fragment>")))]
}
