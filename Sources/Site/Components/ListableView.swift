import HTML
import Heroes

/// A comic, event, story or series in a list.
package struct ListableView: View {
    let title: String
    let description: String?
    let picture: PortraitView?

    init(_ item: any Listable, standIn: SafeURL, sanitizer: Sanitizer, descriptionLimit: Int) {
        title = item.title.isEmpty ? "Untitled \(Self.singular(type(of: item).section))" : item.title
        description = item.description.flatMap { sanitizer.plainText($0, limit: descriptionLimit) }
        picture = item.thumbnail.map { PortraitView($0, at: .item, standIn: standIn) }
    }

    private static func singular(_ section: Section) -> String {
        switch section {
        case .comics: "comic"
        case .events: "event"
        case .stories: "story"
        case .series: "series"
        }
    }

    package static let fields: [Field<ListableView>] = [
        .text("title", \.title),
        .optionalText("description", \.description),
        .optionalView("picture", \.picture),
    ]
}
