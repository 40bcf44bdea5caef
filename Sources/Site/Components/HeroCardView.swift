import HTML
import Heroes

/// One hero in a gallery: portrait, name and heart.
struct HeroCardView: View {
    let id: Hero.ID
    let name: String
    let portrait: PortraitView
    let heart: HeartView

    init(id: Hero.ID, name: String, portrait: PortraitView, heart: HeartView) {
        self.id = id
        self.name = name
        self.portrait = portrait
        self.heart = heart
    }

    static let fields: [Field<HeroCardView>] = [
        .number("id", \.id),
        .text("name", \.name),
        .url("address") { Route.hero($0.id, named: $0.name).url },
        .view("portrait", \.portrait),
        .view("heart", \.heart),
    ]
}
