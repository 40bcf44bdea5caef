import HTML
import Heroes

/// The index of heroes under one letter.
struct IndexView: PageView {
    static let template = "index"

    var layout: LayoutView
    let letters: [LetterView]
    let heading: String
    let names: Deferred<NamesView>

    /// `known` are the letters with names; nil if they are unknown.
    init(_ letter: String, of known: Set<String>?, page: Int, names: Deferred<NamesView>) {
        letters = HeroList.letters.map {
            LetterView(letter: $0, isCurrent: $0 == letter, isEmpty: known?.contains($0) == false)
        }
        heading = "Heroes A–Z: \(Self.label(letter))"
        self.names = names
        layout = LayoutView(title: page == 1 ? heading : "\(heading), page \(page)")
        layout.summary = "All Marvel heroes with a name that starts with \(Self.words(letter).beginning)."
        layout.canonical = .index(letter, page: page)
        layout.steps = [("Marvel heroes", .heroes(search: nil, page: 1)), ("A–Z", .index(letter, page: page))]
        if case .ready(let names) = names {
            layout.previous = names.paging?.previous
            layout.next = names.paging?.next
        }
    }

    static func label(_ letter: String) -> String { words(letter).label }

    /// Returns the letter as a label, and the names' first character in a sentence.
    private static func words(_ letter: String) -> (label: String, beginning: String) {
        switch letter {
        case "0-9": ("0–9", "a digit or symbol")
        case "other": ("Other", "another letter or symbol")
        default: (letter.uppercased(), letter.uppercased())
        }
    }

    static let fields: [Field<IndexView>] = [
        .view("layout", \.layout),
        .list("letters", \.letters),
        .text("heading", \.heading),
        .deferred("names", \.names),
    ]

    static let examples = [
        Example("s", IndexView("s", of: ["a", "s"], page: 1, names: .ready(NamesView.examples[0].view))),
        Example("loading", IndexView("0-9", of: nil, page: 1, names: .pending)),
    ]
}

/// A letter of the index, a link unless it has no names.
struct LetterView: View {
    let letter: String
    let isCurrent: Bool
    let isEmpty: Bool

    static let fields: [Field<LetterView>] = [
        .text("label") { IndexView.label($0.letter) },
        .optionalURL("address") { $0.isEmpty && !$0.isCurrent ? nil : Route.index($0.letter, page: 1).url },
        .flag("isCurrent", \.isCurrent),
    ]
}

/// A page of names.
struct NamesView: TemplateView {
    static let template = "names"

    let names: [NameView]
    let summary: String
    let paging: PagingView?
    let emptyState: EmptyStateView?
    let attribution: SafeHTML?

    static let fields: [Field<NamesView>] = [
        .list("names", \.names),
        .flag("hasNames") { !$0.names.isEmpty },
        .text("summary", \.summary),
        .optionalView("paging", \.paging),
        .optionalView("emptyState", \.emptyState),
        .optionalHTML("attribution", \.attribution),
    ]

    static let examples = [
        Example(
            "three heroes",
            NamesView(
                names: Samples.heroes.map { NameView(id: $0.id, name: $0.name) }, summary: "103 heroes",
                paging: PagingView(page: 2, of: 2) { .index("s", page: $0) }, emptyState: nil,
                attribution: .escaping("Data by a source"))),
        Example(
            "no heroes",
            NamesView(
                names: [], summary: "0 heroes", paging: nil, emptyState: Samples.emptyGallery.emptyState,
                attribution: nil)),
    ]
}

/// A hero as a name with a link.
struct NameView: View {
    let id: Hero.ID
    let name: String
    var note: String?

    static let fields: [Field<NameView>] = [
        .number("id", \.id),
        .text("name", \.name),
        .optionalText("note", \.note),
        .url("address") { Route.hero($0.id, named: $0.name).url },
    ]
}
