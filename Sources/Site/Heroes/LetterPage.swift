import HTML
import HTTP
import Heroes

/// `/heroes/a-z/b`: the heroes with names that start with a letter, or that sort before or after the letters.
struct LetterPage {
    let visit: Visit
    let letter: String
    let page: Int

    func response() async throws(Failure) -> Response {
        let heroes = visit.pending { source async throws(HeroError) in
            try await source.heroes(under: letter, page: page)
        }
        return try await visit.listPage(of: heroes, retry: route(page), content: content) {
            LetterView(letter, page, $0)
        }
    }

    private func route(_ page: Int) -> Route { HeroList.letter(letter, page: page).route }

    private func content(_ heroes: ListPage<Hero>) throws(Failure) -> LetterListView {
        try heroes.checkPage(page, route)
        return LetterListView(
            list: CardsView(heroes, page: page, visit, at: route),
            missing: heroes.items.isEmpty ? HeroList.label(letter) + heroes.growth : nil,
            attribution: visit.texts.attribution(heroes.attribution))
    }
}

/// A page of the heroes under a letter with links to all letters, or its skeleton while they load.
struct LetterView: ListPageView {
    static let template = "letter"

    var layout: LayoutView
    let letter: String
    let number: Int?
    var content: Deferred<LetterListView>

    init(_ letter: String, _ page: Int, _ content: Deferred<LetterListView>) {
        (self.letter, number, self.content) = (letter, page, content)
        let (label, route) = (HeroList.label(letter), HeroList.letter(letter, page: page).route)
        layout = LayoutView(title: "Heroes A–Z: \(label)", page: page)
        layout.navigationItem = .letters
        layout.summary = "Marvel heroes from A to Z: \(label)."
        layout.canonical = route
        layout.steps = [("Marvel heroes", .allHeroes), ("A–Z", route)]
        layout.setNeighbours(content.value?.list.paging)
    }

    static let fields: [Field<LetterView>] = [
        .view("layout", \.layout),
        .text("label") { HeroList.label($0.letter) },
        .list("letters") { view in
            HeroList.letters.map {
                ChoiceView(label: HeroList.label($0), isCurrent: $0 == view.letter, address: Route.letter($0).url)
            }
        },
        .deferred("content", \.content), PlaceholderView.field(),
    ]
}

struct LetterListView: ListContentView {
    static let template = "letter-list"

    let list: CardsView
    /// The letter under which there are no heroes, such as "X so far"; nil if there are some.
    var missing: String?
    var attribution: AttributionView?

    var heroes: [Hero.ID] { list.heroes }
    var isSparse: Bool { list.isSparse }

    static let fields: [Field<LetterListView>] = [
        .view("list", \.list),
        .optionalText("missing", \.missing),
        .url("allHeroes") { _ in Route.allHeroes.url },
        .optionalView("attribution", \.attribution),
    ]
}

extension HeroList {
    /// Returns a letter as it is shown, such as "B".
    fileprivate static func label(_ letter: String) -> String {
        switch letter {
        case "0-9": "0–9"
        case "other": "Other"
        default: letter.uppercased()
        }
    }
}
