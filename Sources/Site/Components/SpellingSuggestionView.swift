import HTML

/// Says that the heroes below were found by another spelling than was typed, and leads to the one that was.
struct SpellingSuggestionView: View {
    let spelling: String
    let typed: String
    let exactSearch: SafeURL

    static let fields: [Field<SpellingSuggestionView>] = [
        .text("spelling", \.spelling),
        .text("typed", \.typed),
        .url("exactSearch", \.exactSearch),
    ]
}
