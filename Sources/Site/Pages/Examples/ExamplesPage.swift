import HTML
import HTTP

/// `/_gallery`: every view in every named state, for development.
struct ExamplesPage {
    let renderer: Renderer

    /// Returns the list of all states, or one state: a page by itself, or a part within the layout.
    func respond(_ state: Route.Example?, _ request: PageRequest) throws(Failure) -> Response {
        guard let state else {
            let links = Self.states.map { ExampleLinkView(label: $0.label, address: Route.examples($0.state).url) }
            return renderer.page(ExamplesView(states: links, part: nil), request)
        }
        guard let view = Self.states.first(where: { $0.state == state })?.view else {
            throw Failure(RouteError.unknown)
        }
        if let page = view as? any PageView { return renderer.page(page, request) }
        return renderer.page(ExamplesView(states: [], part: renderer.assets.templates.markup(view)), request)
    }

    private typealias State = (state: Route.Example, label: String, view: any TemplateView)

    private static var states: [State] { Site.views.flatMap { states(of: $0) } }

    private static func states<V: TemplateView>(of view: V.Type) -> [State] {
        V.examples.enumerated().map { index, example in
            (Route.Example(view: V.template, number: index + 1), "\(V.template): \(example.name)", example.view)
        }
    }
}
