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
    /// The numbers of heroes, such as "100 added, 2 skipped."
    let summary: String
    let invalid: [InvalidLineView]
    /// The number of invalid lines after the first hundred, or nil.
    let more: String?
    /// The number of heroes that could not be looked up, or nil.
    let pending: String?
    /// True if heroes were added and none was skipped.
    let isComplete: Bool

    init(_ result: ImportResult) {
        let (added, pending) = (result.added, result.pending)
        let skipped = result.invalidCount + pending
        let counts = [(added, "added"), (result.known, "already there"), (skipped, "skipped")]
        let parts = counts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
        summary = parts.isEmpty ? "The list is empty." : parts.joined(separator: ", ") + "."
        isComplete = added > 0 && skipped == 0
        invalid = result.invalid.map(InvalidLineView.init)
        let unlisted = result.invalidCount - invalid.count
        more = unlisted > 0 ? unlisted.grouped : nil
        self.pending = pending > 0 ? Hero.count(pending) : nil
        layout = LayoutView(title: added == 0 ? "Nothing was added" : "Added to your favourites")
        layout.isUnlisted = true
        layout.navigationItem = .favourites
    }

    static let fields: [Field<ImportView>] = [
        .view("layout", \.layout),
        .text("heading", \.layout.title),
        .text("summary", \.summary),
        .list("invalid", \.invalid),
        .flag("hasInvalid") { !$0.invalid.isEmpty },
        .optionalText("more", \.more),
        .optionalText("pending", \.pending),
        .url("favourites") { _ in Route.favourites(page: 1).url },
    ]

    static let examples = [
        Example(
            "some invalid",
            ImportView(
                ImportResult(added: 1200, known: 3, invalid: ["Line 4", "Entry 7: no hero with ID 5"], pending: 0))),
        Example("all known", ImportView(ImportResult(added: 0, known: 2, invalid: [], pending: 0))),
        Example("all invalid", ImportView(ImportResult(added: 0, known: 0, invalid: ["Line 1"], pending: 0))),
        Example("empty", ImportView(ImportResult(added: 0, known: 0, invalid: [], pending: 0))),
        Example("some pending", ImportView(ImportResult(added: 20, known: 0, invalid: [], pending: 23))),
    ]
}

struct InvalidLineView: View {
    let text: String

    static let fields: [Field<InvalidLineView>] = [.text("text", \.text)]
}
