import HTML
import Heroes

/// The preview of the page in links on other sites (Open Graph, Twitter cards), with absolute addresses.
struct PreviewView: View {
    let title: String
    let summary: String?
    let address: SafeURL?
    /// True for a hero's page with a portrait.
    let isProfile: Bool
    /// The pictures, the best first. Few sites show SVG, so an SVG portrait is followed by the site's PNG icon.
    let images: [PreviewImageView]

    init(_ layout: LayoutView, icon: SafeURL, _ origin: Origin) {
        title = layout.title
        summary = layout.summary
        address = layout.canonical.map(origin.url)
        let sign = PreviewImageView(
            address: origin.url(path: icon.string), width: 512, height: 512, alternative: "MarvelHeroes")
        let portrait = layout.portrait.map { portrait in
            PreviewImageView(
                address: origin.url(path: portrait.source.string), width: portrait.size.width,
                height: portrait.size.height,
                alternative: portrait.alternative)
        }
        isProfile = portrait != nil
        images = [portrait, portrait?.isDrawing ?? true ? sign : nil].compactMap(\.self)
    }

    static let fields: [Field<PreviewView>] = [
        .text("title", \.title),
        .optionalText("summary", \.summary),
        .optionalURL("address", \.address),
        .flag("isProfile", \.isProfile),
        .list("images", \.images),
        .optionalURL("card") { $0.images.last?.address },
    ]
}

/// A picture with its type, size and alternative text.
struct PreviewImageView: View {
    let address: SafeURL
    let width: Int
    let height: Int
    let alternative: String

    var isDrawing: Bool { type == "image/svg+xml" }

    /// The media type for the file extension, or nil if the extension is unknown.
    private var type: String? {
        let path = address.string.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: ".").last.flatMap { Self.types[$0.lowercased()] }
    }

    private static let types = [
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
        "webp": "image/webp",
    ]

    static let fields: [Field<PreviewImageView>] = [
        .url("address", \.address),
        .optionalText("type", \.type),
        .number("width", \.width),
        .number("height", \.height),
        .text("alternative", \.alternative),
    ]
}
