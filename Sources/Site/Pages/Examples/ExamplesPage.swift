import HTML
import HTTP

/// `/_gallery`: every view in every named state, for looking at while one works on it.
struct ExamplesPage {
    let renderer: Renderer

    /// The list of all states, or the one that is named; a whole page stands alone, a part within the frame.
    func respond(_ state: Route.Example?, _ visit: Visit) throws(Failure) -> Response {
        guard let state else { return renderer.page(ExamplesView(states: Self.states, part: nil), visit) }
        guard let view = Self.view(state) else { throw Failure(RouteError.unknown) }
        if let page = view as? any PageView { return renderer.page(page, visit) }
        return renderer.page(ExamplesView(states: [], part: markup(view)), visit)
    }

    private func markup(_ view: some TemplateView) -> SafeHTML { renderer.theme.templates.markup(view) }

    private static var states: [ExampleLinkView] {
        Site.views.flatMap { view in
            names(view).enumerated().map { index, name in
                ExampleLinkView(
                    label: "\(view.template): \(name)",
                    address: Route.examples(Route.Example(view: view.template, number: index + 1)).url)
            }
        }
    }

    private static func names<V: TemplateView>(_ view: V.Type) -> [String] { V.examples.map(\.name) }

    private static func view(_ state: Route.Example) -> (any TemplateView)? {
        Site.views.lazy.filter { $0.template == state.view }.compactMap { example($0, state.number) }.first
    }

    private static func example<V: TemplateView>(_ view: V.Type, _ number: Int) -> (any TemplateView)? {
        V.examples.indices.contains(number - 1) ? V.examples[number - 1].view : nil
    }
}
