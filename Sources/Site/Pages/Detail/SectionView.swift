import HTML
import Heroes

/// The first works of one kind on the page of a hero or a work: works, or a failure.
struct SectionView: View {
    let section: WorkKind
    var total = 0
    var items: [WorkView] = []
    /// The link to all works, if there are more than shown.
    var all: SafeURL?
    /// The failure, if the works could not be loaded.
    var trouble: TroubleView?
    /// The style sheet that names the covers, if the head of the page was sent before they were known.
    var lateTransitions: SafeURL?

    /// True if there are no works; then only the loader is removed.
    var isEmpty: Bool { items.isEmpty && trouble == nil }

    /// The maximum number of works on the page.
    static let itemLimit = 3

    static let fields: [Field<SectionView>] = [
        .text("kind", \.section.rawValue),
        .text("heading", \.section.heading),
        .flag("hasTotal") { $0.total > 0 },
        .text("total") { $0.total.grouped },
        .text("count") { $0.section.count($0.total) },
        .list("items", \.items),
        .flag("hasItems") { !$0.items.isEmpty },
        .optionalURL("all", \.all),
        .optionalView("trouble", \.trouble),
        .optionalURL("lateTransitions", \.lateTransitions),
        .flag("isEmpty", \.isEmpty),
    ]
}

/// A comic, event, story or series in a list.
struct WorkView: View {
    let id: WorkID
    let title: String
    /// The page of the work; nil for a story without a comic.
    let address: SafeURL?
    let description: String?
    let picture: PortraitView?

    init(_ item: Work, description: String?, placeholderImage: SafeURL) {
        id = item.id
        title = item.heading
        address = Route.work(item)?.url
        self.description = description
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

extension Int {
    /// The number with a comma between thousands.
    var grouped: String {
        let digits = String(self)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
            text.append(digit)
        }
        return text
    }
}
