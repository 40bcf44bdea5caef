import HTML
import Heroes

/// The colours of a hero's page: the site's palette with another hue.
struct HueView: TemplateView {
    static let template = "hue"

    /// Degrees of Oklch, 0 to 359.
    let degrees: Int

    static let fields: [Field<HueView>] = [.number("degrees", \.degrees)]

    static let examples = [Example("red", HueView(degrees: 29))]
}

extension HueView {
    /// Takes the hue of the hero's picture, or derives one from the hero's number. The factor is the golden angle, so
    /// that neighbouring numbers differ clearly.
    init(_ hero: Hero, _ configuration: SiteConfiguration) {
        let degrees = configuration.hue(hero) ?? hero.id % 360 * 137
        self.init(degrees: (degrees % 360 + 360) % 360)
    }
}
