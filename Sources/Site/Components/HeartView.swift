import HTML
import Heroes

/// The button that keeps a hero or drops them: a form, so that it works without script.
package struct HeartView: View {
    package let hero: Hero.ID
    package let name: String
    package let isOn: Bool
    /// The page to come back to.
    package let back: Route

    package init(hero: Hero.ID, name: String, isOn: Bool, back: Route) {
        self.hero = hero
        self.name = name
        self.isOn = isOn
        self.back = back
    }

    package static let fields: [Field<HeartView>] = [
        .url("action") { Route.favourite($0.hero).url },
        .text("name", \.name),
        .flag("isOn", \.isOn),
        .text("back", \.back.path),
    ]
}
