import HTML

/// What came of a list that a visitor brought.
package struct ImportView: PageView {
    package static let template = "import"

    package var frame: FrameView
    let summary: String
    let bad: [BadLineView]

    init(added: Int, known: Int, bad: [String]) {
        summary = "\(added.grouped) added, \(known.grouped) there already, \(bad.count.grouped) not imported."
        self.bad = bad.map(BadLineView.init)
        let isInVain = added + known == 0 && !bad.isEmpty
        frame = FrameView(title: isInVain ? "Nothing was imported" : "Your list was imported")
        frame.isUnlisted = true
        frame.place = .favourites
    }

    package static let fields: [Field<ImportView>] = [
        .view("frame", \.frame),
        .text("heading", \.frame.title),
        .text("summary", \.summary),
        .list("bad", \.bad),
        .flag("hasBad") { !$0.bad.isEmpty },
        .url("favourites") { _ in Route.favourites(page: 1).url },
    ]

    package static let examples = [
        Example("some bad", ImportView(added: 1200, known: 3, bad: ["line 4", "entry 7 (hero 5)"])),
        Example("all good", ImportView(added: 2, known: 0, bad: [])),
        Example("all bad", ImportView(added: 0, known: 0, bad: ["line 1"])),
    ]
}

/// A line that could not be imported.
struct BadLineView: View {
    let text: String

    static let fields: [Field<BadLineView>] = [.text("text", \.text)]
}
