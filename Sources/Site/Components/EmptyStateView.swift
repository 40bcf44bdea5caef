import HTML

/// An empty state: a heading unless the page has it, a sentence if there is more to say, and a link to the next step.
struct EmptyStateView: View {
    var heading: String?
    var sentence: String?
    let address: SafeURL
    let label: String

    static let fields: [Field<EmptyStateView>] = [
        .optionalText("heading", \.heading),
        .optionalText("sentence", \.sentence),
        .url("address", \.address),
        .text("label", \.label),
    ]
}
