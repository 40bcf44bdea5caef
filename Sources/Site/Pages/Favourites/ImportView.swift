import HTML

/// The result of an import.
struct ImportView: PageView {
    static let template = "import"

    var layout: LayoutView
    let summary: String
    let invalid: [InvalidLineView]
    /// The number of invalid lines after the first hundred, such as "12 more", or nil.
    let more: String?
    /// A sentence about heroes that could not be looked up, or nil.
    let pendingNote: String?
    /// The check of a new visitor's cookie; nil for a known visitor.
    let cookieCheck: CookieCheck?

    /// The maximum number of invalid lines that are listed.
    private static let invalidLimit = 100

    init(added: Int, known: Int, invalid: [String], pending: Int, cookieCheck: CookieCheck? = nil) {
        self.cookieCheck = cookieCheck
        let missing = invalid.count + pending
        summary = "\(added.grouped) added, \(known.grouped) there already, \(missing.grouped) not imported."
        self.invalid = invalid.prefix(Self.invalidLimit).map(InvalidLineView.init)
        more = invalid.count > Self.invalidLimit ? "\((invalid.count - Self.invalidLimit).grouped) more" : nil
        let heroes = pending == 1 ? "1 hero" : "\(pending.grouped) heroes"
        pendingNote =
            pending == 0 ? nil : "\(heroes) could not be looked up now. Import the list again later for the rest."
        layout = LayoutView(
            title: added + known == 0 && missing > 0 ? "Nothing was imported" : "Your list was imported")
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
        .optionalText("pendingNote", \.pendingNote),
        .url("favourites") { $0.cookieCheck?.url ?? Route.favourites(page: 1).url },
        .flag("isNewVisitor") { $0.cookieCheck != nil },
    ]

    static let examples = [
        Example(
            "some invalid", ImportView(added: 1200, known: 3, invalid: ["line 4", "entry 7 (hero 5)"], pending: 0)),
        Example("all valid", ImportView(added: 2, known: 0, invalid: [], pending: 0)),
        Example(
            "new visitor",
            ImportView(added: 2, known: 0, invalid: [], pending: 0, cookieCheck: CookieCheck(5, .favourites(page: 1)))),
        Example("all invalid", ImportView(added: 0, known: 0, invalid: ["line 1"], pending: 0)),
        Example("some pending", ImportView(added: 20, known: 0, invalid: [], pending: 23)),
    ]
}

/// A line that could not be imported.
struct InvalidLineView: View {
    let text: String

    static let fields: [Field<InvalidLineView>] = [.text("text", \.text)]
}
