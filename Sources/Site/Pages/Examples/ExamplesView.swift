import HTML

/// The list of all named states of all views, or one part of a page in the layout.
struct ExamplesView: PageView {
    static let template = "examples"

    var layout = LayoutView(title: "Every view in every state")
    let states: [ExampleLinkView]
    let part: SafeHTML?

    init(states: [ExampleLinkView], part: SafeHTML?) {
        self.states = states
        self.part = part
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

/// A link to one state of a view.
struct ExampleLinkView: View {
    let label: String
    let address: SafeURL

    static let fields: [Field<ExampleLinkView>] = [.text("label", \.label), .url("address", \.address)]
}
