import HTML
import Heroes

/// One hero in a gallery: portrait, name and heart.
package struct HeroCardView: View {
    package let id: Hero.ID
    package let name: String
    package let portrait: PortraitView
    package let heart: HeartView

    package init(id: Hero.ID, name: String, portrait: PortraitView, heart: HeartView) {
        self.id = id
        self.name = name
        self.portrait = portrait
        self.heart = heart
    }

    package static let fields: [Field<HeroCardView>] = [
        .number("id", \.id),
        .text("name", \.name),
        .url("address") { Route.hero($0.id, named: $0.name).url },
        .view("portrait", \.portrait),
        .view("heart", \.heart),
    ]
}
