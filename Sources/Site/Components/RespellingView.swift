import HTML

/// Says that the heroes below were found by another spelling than was typed, and leads to the one that was.
struct RespellingView: View {
    let spelling: String
    let typed: String
    let literal: SafeURL

    static let fields: [Field<RespellingView>] = [
        .text("spelling", \.spelling),
        .text("typed", \.typed),
        .url("literal", \.literal),
    ]
}
