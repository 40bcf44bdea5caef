import HTML
import Heroes

/// A hero in a gallery: portrait, name and heart, and a note if the name alone does not say enough.
struct HeroCardView: View {
    let id: Hero.ID
    let name: String
    var note: String?
    let portrait: PortraitView
    let heart: HeartView

    /// The start of the brackets at the end of the name, as in "Abomination (Emil Blonsky)", or the end of the name.
    private var bracket: String.Index {
        name.last == ")" ? name.dropFirst().firstIndex(of: "(") ?? name.endIndex : name.endIndex
    }

    static let fields: [Field<HeroCardView>] = [
        .number("id", \.id),
        .text("name") { String($0.name[..<$0.bracket]) },
        .optionalText("suffix") { $0.bracket < $0.name.endIndex ? String($0.name[$0.bracket...]) : nil },
        .optionalText("note", \.note),
        .url("address") { Route.hero($0.id, named: $0.name).url },
        .view("portrait", \.portrait),
        .view("heart", \.heart),
    ]
}

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
