import HTML
import Heroes

/// What other sites show of the page where somebody links to it (Open Graph, Twitter cards); every address is absolute.
package struct PreviewView: View {
    let title: String
    let summary: String?
    let address: SafeURL?
    let image: SafeURL
    /// A hero's portrait, and not the site's own sign.
    let portrait: PortraitView?

    init(_ frame: FrameView, icon: SafeURL, _ origin: Origin) {
        title = frame.title
        summary = frame.summary
        address = frame.canonical.map(origin.url)
        portrait = frame.portrait
        image = origin.url(path: (frame.portrait?.source ?? icon).string)
    }

    package static let fields: [Field<PreviewView>] = [
        .text("title", \.title),
        .optionalText("summary", \.summary),
        .optionalURL("address", \.address),
        .url("image", \.image),
        .optionalView("portrait", \.portrait),
    ]
}
