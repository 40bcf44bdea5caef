import HTML

/// What came of a list that a visitor brought.
struct ImportView: PageView {
    static let template = "import"

    var frame: FrameView
    let summary: String
    let bad: [BadLineView]
    /// The number of bad lines beside those that are named, such as "12 more"; nil for none.
    let more: String?
    /// The sentence about heroes that could not be looked up; nil for none.
    let later: String?
    /// The address that shows whether the browser keeps a new visitor's cookie; nil for visitors known before.
    let first: FirstFavourite?

    /// Bad lines that are named.
    private static let badLimit = 100

    init(added: Int, known: Int, bad: [String], later: Int, first: FirstFavourite? = nil) {
        self.first = first
        let missing = bad.count + later
        summary = "\(added.grouped) added, \(known.grouped) there already, \(missing.grouped) not imported."
        self.bad = bad.prefix(Self.badLimit).map(BadLineView.init)
        more = bad.count > Self.badLimit ? "\((bad.count - Self.badLimit).grouped) more" : nil
        let heroes = later == 1 ? "1 hero" : "\(later.grouped) heroes"
        self.later =
            later == 0 ? nil : "\(heroes) could not be looked up now. Import the list again later for the rest."
        frame = FrameView(title: added + known == 0 && missing > 0 ? "Nothing was imported" : "Your list was imported")
        frame.isUnlisted = true
        frame.place = .favourites
    }

    static let fields: [Field<ImportView>] = [
        .view("frame", \.frame),
        .text("heading", \.frame.title),
        .text("summary", \.summary),
        .list("bad", \.bad),
        .flag("hasBad") { !$0.bad.isEmpty },
        .optionalText("more", \.more),
        .optionalText("later", \.later),
        .url("favourites") { $0.first?.url ?? Route.favourites(page: 1).url },
        .flag("isNewVisitor") { $0.first != nil },
    ]

    static let examples = [
        Example("some bad", ImportView(added: 1200, known: 3, bad: ["line 4", "entry 7 (hero 5)"], later: 0)),
        Example("all good", ImportView(added: 2, known: 0, bad: [], later: 0)),
        Example(
            "new visitor",
            ImportView(added: 2, known: 0, bad: [], later: 0, first: FirstFavourite(5, .favourites(page: 1)))),
        Example("all bad", ImportView(added: 0, known: 0, bad: ["line 1"], later: 0)),
        Example("some later", ImportView(added: 20, known: 0, bad: [], later: 23)),
    ]
}

/// A line that could not be imported.
struct BadLineView: View {
    let text: String

    static let fields: [Field<BadLineView>] = [.text("text", \.text)]
}
