import HTML

/// The list of all named states of all views, or one part of a page in the frame.
struct ExamplesView: PageView {
    static let template = "examples"

    var frame = FrameView(title: "Every view in every state")
    let states: [ExampleLinkView]
    let part: SafeHTML?

    init(states: [ExampleLinkView], part: SafeHTML?) {
        self.states = states
        self.part = part
        frame.isUnlisted = true
    }

    static let fields: [Field<ExamplesView>] = [
        .view("frame", \.frame),
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
