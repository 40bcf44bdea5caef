import HTML
import Heroes

/// The result of an import, in numbers of heroes and lines.
struct ImportResult: Codable, Sendable {
    let added: Int
    let known: Int
    let invalidCount: Int
    let invalid: [String]
    let pending: Int

    /// The maximum number of invalid lines that are listed.
    private static let invalidLimit = 100

    init(added: Int, known: Int, invalid: [String], pending: Int) {
        (self.added, self.known, self.pending) = (added, known, pending)
        (invalidCount, self.invalid) = (invalid.count, Array(invalid.prefix(Self.invalidLimit)))
    }
}

struct ImportView: PageView {
    static let template = "import"

    var layout: LayoutView
    let result: ImportResult

    init(_ result: ImportResult) {
        self.result = result
        layout = LayoutView(title: result.added == 0 ? "Nothing was added" : "Added to your favourites")
        layout.isUnlisted = true
        layout.navigationItem = .favourites
    }

    private var skipped: Int { result.invalidCount + result.pending }

    /// True if heroes were added and none was skipped.
    var isComplete: Bool { result.added > 0 && skipped == 0 }

    /// The numbers of heroes, such as "100 added, 2 skipped."
    private var summary: String {
        let counts = [(result.added, "added"), (result.known, "already there"), (skipped, "skipped")]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        return parts.isEmpty ? "The list is empty." : parts.joined(separator: ", ") + "."
    }

    static let fields: [Field<ImportView>] = [
        .view("layout", \.layout),
        .text("heading", \.layout.title),
        .text("summary", \.summary),
        .list("invalid") { $0.result.invalid.map(InvalidLineView.init) },
        .flag("hasInvalid") { !$0.result.invalid.isEmpty },
        .optionalText("more") { view in
            let unlisted = view.result.invalidCount - view.result.invalid.count
            return unlisted > 0 ? unlisted.grouped : nil
        },
        .optionalText("pending") { $0.result.pending > 0 ? Hero.count($0.result.pending) : nil },
        .url("favourites") { _ in Route.favourites(page: 1).url },
    ]
}

struct InvalidLineView: View {
    let text: String

    static let fields: [Field<InvalidLineView>] = [.text("text", \.text)]
}
