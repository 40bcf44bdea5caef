import HTML

/// An empty state: a heading, a sentence and a link to the next step.
struct EmptyStateView: View {
    let heading: String
    let sentence: String
    let address: SafeURL
    let label: String

    static let fields: [Field<EmptyStateView>] = [
        .text("heading", \.heading),
        .text("sentence", \.sentence),
        .url("address", \.address),
        .text("label", \.label),
    ]
}
