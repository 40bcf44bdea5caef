import HTML
import Heroes

/// A failure in place of a part of a page: a sentence, and a link to the next step.
struct TroubleView: View {
    let sentence: String
    let address: SafeURL
    let label: String

    /// Names the part, such as "Comics"; the link leads to the page again, or to all heroes if there is no such hero.
    init(_ part: String, _ error: HeroError, retry: Route) {
        guard error != .notFound else {
            sentence = "This hero was not found. It may have been renamed or removed."
            (address, label) = (Route.heroes(search: nil, page: 1).url, "See all heroes")
            return
        }
        let wait = error.retryAfter.map { " Try again \(WaitTime(seconds: $0).words)." }
        sentence = "\(part) couldn’t be loaded.\(wait ?? "")"
        (address, label) = (retry.url, "Try again")
    }

    static let fields: [Field<TroubleView>] = [
        .text("sentence", \.sentence), .url("address", \.address), .text("label", \.label),
    ]
}
