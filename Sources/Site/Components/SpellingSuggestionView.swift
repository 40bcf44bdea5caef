import HTML

/// The notice that results are for a corrected spelling, with a link to the exact search.
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
