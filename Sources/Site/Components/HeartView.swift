import HTML
import Heroes

/// The button that adds or removes a favourite: a form, so that it works without script.
struct HeartView: View {
    let hero: Hero.ID
    let name: String
    let isOn: Bool
    /// The page to redirect to.
    let back: Route

    static let fields: [Field<HeartView>] = [
        .url("action") { Route.favourite($0.hero).url },
        .text("name", \.name),
        .flag("isOn", \.isOn),
        .text("back", \.back.target),
    ]
}
