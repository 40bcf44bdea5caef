import HTML
import Heroes

/// A comic, event, story or series in a list.
struct WorkView: View {
    let id: WorkID
    let title: String
    /// The page of the work; nil for a story without a comic.
    let address: SafeURL?
    let description: String?
    let picture: PortraitView?

    init(_ item: Work, placeholderImage: SafeURL, sanitizer: Sanitizer, descriptionLimit: Int) {
        id = item.id
        title = item.heading
        address = Route.work(item)?.url
        description = item.description.flatMap { sanitizer.plainText($0, limit: descriptionLimit) }
        picture = item.thumbnail.map { PortraitView($0, at: .item, placeholderImage: placeholderImage) }
    }

    static let fields: [Field<WorkView>] = [
        .text("element", \.id.text),
        .text("title", \.title),
        .optionalURL("address", \.address),
        .optionalText("description", \.description),
        .optionalView("picture", \.picture),
    ]
}

extension PageContext {
    /// Returns the works as they are listed, with at most this many characters of each description.
    func views(_ works: some Sequence<Work>, descriptionLimit: Int) -> [WorkView] {
        works.map {
            WorkView(
                $0, placeholderImage: placeholderImage, sanitizer: excerpts, descriptionLimit: descriptionLimit)
        }
    }
}
