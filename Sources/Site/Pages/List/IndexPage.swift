import HTML
import HTTP
import Heroes

/// `/heroes/a-z`: a compact list of the names that start with a letter, or that sort before or after the letters.
struct IndexPage {
    let context: PageContext

    func respond(_ letter: String, _ page: Int) async throws(Failure) -> Response {
        let route: @Sendable (Int) -> Route = { .index(letter, page: $0) }
        let letters = LetterView.all(letter, of: await context.source.lettersWithNames)
        return try await context.list(page, at: route) { (source, page) async throws(HeroError) in
            try await source.heroes(under: letter, page: page)
        } part: { heroes in
            let notes = context.distinctions(heroes.items)
            return ListPartView(
                names: heroes.items.map { NameView(id: $0.id, name: $0.name, note: notes[$0.id]) },
                summary: heroes.count, paging: PagingView(page: page, of: heroes.pageCount, route: route),
                emptyState: heroes.items.isEmpty
                    ? EmptyStateView(.noNames(under: LetterView.label(letter) + heroes.growth)) : nil,
                attribution: context.attribution(heroes.attribution))
        } in: { list in
            let heading = "Heroes A–Z: \(LetterView.label(letter))"
            var view = ListView(title: heading, heading: heading, page: page, list, skeleton: .names)
            view.letters = letters
            view.layout.summary = "Marvel heroes from A to Z: \(LetterView.label(letter))."
            view.layout.canonical = route(page)
            view.layout.steps = [("Marvel heroes", .allHeroes), ("A–Z", route(page))]
            return view
        }
    }
}

/// A letter of the index, a link unless it has no names.
struct LetterView: View {
    let letter: String
    let isCurrent: Bool
    let isEmpty: Bool

    /// Returns all letters; `known` are those with names, or nil if they are unknown.
    static func all(_ current: String, of known: Set<String>?) -> [LetterView] {
        HeroList.letters.map {
            LetterView(letter: $0, isCurrent: $0 == current, isEmpty: known?.contains($0) == false)
        }
    }

    static func label(_ letter: String) -> String {
        switch letter {
        case "0-9": "0–9"
        case "other": "Other"
        default: letter.uppercased()
        }
    }

    static let fields: [Field<LetterView>] = [
        .text("label") { label($0.letter) },
        .optionalURL("address") { $0.isEmpty && !$0.isCurrent ? nil : Route.index($0.letter, page: 1).url },
        .flag("isCurrent", \.isCurrent),
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
