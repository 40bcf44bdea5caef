import HTML
import Heroes

/// The colours of the page of a hero or a work: the site's palette with another hue.
struct HueView: TemplateView {
    static let template = "hue"

    /// Degrees of Oklch, 0 to 359.
    let degrees: Int

    static let fields: [Field<HueView>] = [.number("degrees", \.degrees)]

    static let examples = [Example("red", HueView(degrees: 29))]
}

extension HueView {
    /// Takes the hue of the picture, or derives one from the number. The factor is the golden angle, so that
    /// neighbouring numbers differ clearly.
    init(_ thumbnail: Thumbnail?, _ number: Int, _ configuration: SiteConfiguration) {
        let degrees = thumbnail.flatMap(configuration.hue) ?? number % 360 * 137
        self.init(degrees: (degrees % 360 + 360) % 360)
    }
}
