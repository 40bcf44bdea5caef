import HTML
import Heroes

/// A picture with its size, so that the page does not shift when it loads.
struct PortraitView: View {
    let source: SafeURL
    let isPlaceholder: Bool
    /// The narrower picture for small screens.
    let small: SafeURL?
    /// The PNG for link previews, if this site draws the picture.
    let linkPreview: SafeURL?
    /// The picture for browsers that do not draw SVG, if this site draws it.
    let png: SafeURL?
    let position: Position
    let alternative: String
    let isUrgent: Bool
    /// True if the picture has exactly the size of its role; pictures from Comic Vine have any shape.
    let isSized: Bool

    var size: (width: Int, height: Int) { pixels(position.roles.large) }

    private var smallWidth: Int { position.roles.small.map(pixels)?.width ?? 0 }

    /// Returns the size of a picture for a role; of one with any shape the least width, for the choice in `srcset`.
    private func pixels(_ role: Thumbnail.Role) -> (width: Int, height: Int) {
        if isSized { return role.size }
        return switch role {
        case .preview, .cover: (320, 480)
        case .card: (480, 720)
        case .portrait: (960, 1440)
        }
    }

    /// The position of a picture on the page, which determines its size.
    enum Position: String, Sendable {
        case card, head, item
        /// A card on the page of a topic, in one size, since twenty more addresses make the page too large.
        case cast

        fileprivate var roles: (large: Thumbnail.Role, small: Thumbnail.Role?) {
            switch self {
            case .card: (.card, .cover)
            case .cast: (.card, nil)
            case .head: (.portrait, .card)
            case .item: (.cover, .preview)
            }
        }

        fileprivate var sizes: String {
            switch self {
            case .card, .cast: "(width<41rem) 44vw,22vw"
            case .head: "(min-width:45rem) 22rem,92vw"
            case .item: "7rem"
            }
        }
    }

    /// Takes the thumbnail, or the substitute if there is none or its address is not safe.
    init(
        _ thumbnail: Thumbnail?, at position: Position, substitute: SafeURL, alternative: String = "",
        isUrgent: Bool = false
    ) {
        let picture = Self.link(thumbnail, position.roles.large)
        (source, isPlaceholder) = (picture ?? substitute, picture == nil)
        let small = position.roles.small.flatMap { Self.link(thumbnail, $0) }
        self.small = small == source ? nil : small
        isSized = thumbnail?.path.utf8.contains(UInt8(ascii: "*")) != true
        linkPreview = thumbnail?.linkPreviewURL.map(SafeURL.path)
        // Only in the head of a page: few browsers have neither SVG nor script, and others would load both pictures.
        png =
            linkPreview == nil || position != .head
            ? nil : Self.link(Thumbnail(path: thumbnail?.path ?? "", fileExtension: "png"), position.roles.large)
        (self.position, self.alternative, self.isUrgent) = (position, alternative, isUrgent)
    }

    /// Returns the address of a picture, or nil if there is none or it is not safe.
    static func link(_ thumbnail: Thumbnail?, _ role: Thumbnail.Role) -> SafeURL? {
        guard let text = thumbnail?.url(role) else { return nil }
        return text.utf8.first == UInt8(ascii: "/") ? .path(text) : SafeURL(external: text)
    }

    static let fields: [Field<PortraitView>] = [
        .url("source", \.source),
        .optionalURL("small", \.small),
        .optionalURL("png", \.png),
        .number("smallWidth", \.smallWidth),
        .number("width", \.size.width),
        .text("sizes", \.position.sizes),
        .text("alternative", \.alternative),
        .flag("isLazy") { !$0.isUrgent && $0.position != .head },
        .flag("isUrgent", \.isUrgent),
    ]
}
