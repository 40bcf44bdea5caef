import HTML
import Heroes

/// A comic, event, story or series in a list.
struct WorkView: View {
    let title: String
    let description: String?
    let picture: PortraitView?

    init(_ item: Work, placeholderImage: SafeURL, sanitizer: Sanitizer, descriptionLimit: Int) {
        title = item.title.isEmpty ? "Untitled \(Self.singular(item.kind))" : item.title
        description = item.description.flatMap { sanitizer.plainText($0, limit: descriptionLimit) }
        picture = item.thumbnail.map { PortraitView($0, at: .item, placeholderImage: placeholderImage) }
    }

    private static func singular(_ kind: WorkKind) -> String {
        switch kind {
        case .comics: "comic"
        case .events: "event"
        case .stories: "story"
        case .series: "series"
        }
    }

    static let fields: [Field<WorkView>] = [
        .text("title", \.title),
        .optionalText("description", \.description),
        .optionalView("picture", \.picture),
    ]
}
