import HTML
import Heroes

/// A hero in a gallery: portrait, name and heart.
struct HeroCardView: View {
    let id: Hero.ID
    let name: String
    let portrait: PortraitView
    let heart: HeartView

    static let fields: [Field<HeroCardView>] = [
        .number("id", \.id),
        .text("name", \.name),
        .url("address") { Route.hero($0.id, named: $0.name).url },
        .view("portrait", \.portrait),
        .view("heart", \.heart),
    ]
}
