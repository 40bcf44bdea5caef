import HTML
import Heroes

/// A picture with its size, so that nothing moves when it arrives.
struct PortraitView: View {
    let source: SafeURL
    /// The narrower picture and its width in pixels, for small screens.
    let small: SafeURL?
    let smallWidth: Int
    let width: Int
    let height: Int
    /// How wide it is shown, as the `sizes` attribute says it.
    let sizes: String
    let alternative: String
    let isLazy: Bool
    let isUrgent: Bool

    /// Where a picture stands, which decides its size.
    enum Place: Sendable {
        case card, head, item

        fileprivate var roles: (large: Thumbnail.Role, small: Thumbnail.Role) {
            switch self {
            case .card: (.card, .cover)
            case .head: (.portrait, .card)
            case .item: (.cover, .preview)
            }
        }

        fileprivate var sizes: String {
            switch self {
            case .card: "(min-width:41rem) 22vw,44vw"
            case .head: "(min-width:45rem) 22rem,92vw"
            case .item: "7rem"
            }
        }
    }

    /// A thumbnail, or the stand-in where there is none or its address cannot be trusted.
    init(
        _ thumbnail: Thumbnail?, at place: Place, standIn: SafeURL, alternative: String = "", isUrgent: Bool = false
    ) {
        let (large, small) = place.roles
        source = Self.link(thumbnail, large) ?? standIn
        self.small = Self.link(thumbnail, small)
        smallWidth = small.size.width
        (width, height) = large.size
        sizes = place.sizes
        self.alternative = alternative
        self.isUrgent = isUrgent
        isLazy = !isUrgent && place != .head
    }

    /// The address of a picture; nil where there is none, or none that can be trusted.
    static func link(_ thumbnail: Thumbnail?, _ role: Thumbnail.Role) -> SafeURL? {
        guard let text = thumbnail?.url(role) else { return nil }
        return text.utf8.first == UInt8(ascii: "/") ? .path(text) : SafeURL(external: text)
    }

    static let fields: [Field<PortraitView>] = [
        .url("source", \.source),
        .optionalURL("small", \.small),
        .number("smallWidth", \.smallWidth),
        .number("width", \.width),
        .number("height", \.height),
        .text("sizes", \.sizes),
        .text("alternative", \.alternative),
        .flag("isLazy", \.isLazy),
        .flag("isUrgent", \.isUrgent),
    ]
}
