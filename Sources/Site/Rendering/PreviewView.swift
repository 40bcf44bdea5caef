import HTML
import Heroes

/// The preview of the page in links on other sites (Open Graph, Twitter cards), with absolute addresses.
struct PreviewView: View {
    let title: String
    let summary: String?
    let address: SafeURL?
    /// True for a hero's page with a portrait.
    let isProfile: Bool
    /// The picture: a collage or a drawing as PNG, another portrait as it is, or else the site's icon.
    let image: PreviewImageView
    /// True if the picture is wide, so that other sites show it above the text.
    let isWide: Bool

    init(_ layout: LayoutView, icon: SafeURL, _ origin: Origin) {
        title = layout.title
        summary = layout.summary
        address = layout.canonical.map { origin.url($0) }
        isProfile = if case .hero(.page) = layout.canonical { layout.portrait != nil } else { false }
        isWide = layout.collage != nil || layout.portrait?.linkPreview != nil
        image = Self.image(layout, icon: icon, origin)
    }

    private static func image(_ layout: LayoutView, icon: SafeURL, _ origin: Origin) -> PreviewImageView {
        let wide = (width: 1200, height: 630)
        if let collage = layout.collage {
            return PreviewImageView(
                address: origin.url(.path(collage)), width: wide.width, height: wide.height, alternative: layout.title)
        }
        if let portrait = layout.portrait {
            let size = portrait.linkPreview == nil ? portrait.size : wide
            let address = portrait.linkPreview ?? portrait.source
            // Few sites show SVG.
            if !address.string.contains(".svg") {
                return PreviewImageView(
                    address: origin.url(address), width: size.width, height: size.height, isSized: portrait.isSized,
                    alternative: portrait.alternative)
            }
        }
        return PreviewImageView(
            address: origin.url(icon), width: 512, height: 512, alternative: "MarvelHeroes")
    }

    static let fields: [Field<PreviewView>] = [
        .text("title", \.title),
        .optionalText("summary", \.summary),
        .optionalURL("address", \.address),
        .flag("isProfile", \.isProfile),
        .view("image", \.image),
        .flag("isWide", \.isWide),
    ]
}

struct PreviewImageView: View {
    let address: SafeURL
    let width: Int
    let height: Int
    /// False if the picture may have another size.
    var isSized = true
    let alternative: String

    static let fields: [Field<PreviewImageView>] = [
        .url("address", \.address),
        .flag("isSized", \.isSized),
        .number("width", \.width),
        .number("height", \.height),
        .text("alternative", \.alternative),
    ]
}

extension Visit {
    /// Returns a picture for link previews with these portraits, if this site draws them.
    func collage(_ portraits: [Thumbnail]) -> String? { configuration.collage?(portraits) }
}
