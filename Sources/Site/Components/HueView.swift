import HTML
import Heroes

/// The colours of a page that belongs to one hero: the site's own, turned to a hue.
struct HueView: TemplateView {
    static let template = "hue"

    /// Degrees of Oklch, 0 to 359.
    let degrees: Int

    static let fields: [Field<HueView>] = [.number("degrees", \.degrees)]

    static let examples = [Example("red", HueView(degrees: 29))]
}

extension HueView {
    /// The hue of the hero's picture, or where nobody knows that one that the hero has for good: neighbouring numbers
    /// lie far apart, by the golden angle.
    init(_ hero: Hero, _ configuration: SiteConfiguration) {
        let degrees = configuration.hue(hero) ?? hero.id % 360 * 137
        self.init(degrees: (degrees % 360 + 360) % 360)
    }
}
