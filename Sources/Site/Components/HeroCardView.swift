import HTML
import Heroes

/// A hero in a gallery: portrait, name and heart, and a note if the name alone does not say enough.
struct HeroCardView: View {
    let id: Hero.ID
    let name: String
    var note: String?
    let portrait: PortraitView
    let heart: HeartView

    static let fields: [Field<HeroCardView>] = [
        .number("id", \.id),
        .text("name", \.name),
        .optionalText("note", \.note),
        .url("address") { Route.hero($0.id, named: $0.name).url },
        .view("portrait", \.portrait),
        .view("heart", \.heart),
    ]
}
