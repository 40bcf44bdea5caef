import HTML
import Heroes

/// The page of a hero or a topic that the source has yet to return: the name in the address, and placeholders.
struct ShellView: PageView {
    static let template = "shell"

    var layout: LayoutView
    /// The id of the element that the hero or topic will be in.
    let element: String
    let name: String
    let back: LinkView
    let neighbours: Neighbours
    let transition: TransitionView?
    let loaders: [LoaderView]

    init(
        _ route: Route, element: String, name: String?, back: LinkView, neighbours: Neighbours = Neighbours(),
        _ transition: TransitionView, loaders: [LoaderView]
    ) {
        self.name = name ?? "Loading …"
        (self.element, self.back, self.neighbours) = (element, back, neighbours)
        (self.transition, self.loaders) = (transition, loaders)
        layout = LayoutView(title: self.name)
        layout.canonical = route
    }

    static let fields: [Field<ShellView>] = [
        .view("layout", \.layout),
        .text("element", \.element),
        .text("name", \.name),
        .view("back", \.back),
        .optionalView("previous", \.neighbours.previous),
        .optionalView("next", \.neighbours.next),
        .list("loaders", \.loaders),
        // Always late.
        .deferred("article") { _ in Deferred<PlaceholderView>.pending },
    ]
}
