import Basics
import HTML
import Heroes

/// The heroes that a hero leads to: family, allies and enemies with reasons, and companions.
struct RelatedView: TemplateView {
    static let template = "related"

    private let title: String
    private let groups: [RelatedGroupView]
    private let companions: [FactValueView]

    init(_ related: RelatedHeroes, to hero: Hero, _ visit: Visit) {
        title = "Who \(hero.name) knows"
        groups = related.groups.map { RelatedGroupView($0, of: hero, visit) }
        companions = related.companions.enumerated().map { index, hero in
            FactValueView(
                text: hero.name, address: hero.address, note: nil, isLast: index == related.companions.count - 1)
        }
    }

    /// The heroes on the shelves.
    var heroes: [Hero.ID] { groups.flatMap(\.cards).map(\.hero.id) }

    static let fields: [Field<RelatedView>] = [
        .text("title", \.title), .list("groups", \.groups), .list("companions", \.companions),
        .flag("hasCompanions") { !$0.companions.isEmpty },
    ]
}

/// The related heroes of a kind: a shelf, and the link to all of them, such as “All 23 allies”.
private struct RelatedGroupView: View {
    let heading: String
    let total: Int
    let cards: [HeroCard]
    let all: LinkView?

    private static let shelfLength = 8

    init(_ group: RelatedGroup, of hero: Hero, _ visit: Visit) {
        // One or two more need no page of their own.
        let isLong = group.heroes.count > Self.shelfLength + 2
        (heading, total) = (group.kind.heading, group.heroes.count)
        cards = visit.cards(isLong ? Array(group.heroes.prefix(Self.shelfLength)) : group.heroes)
        all = isLong ? LinkView(group.words, Route.hero(.related(hero.id, slug: hero.slug, group.kind)).url) : nil
    }

    static let fields: [Field<RelatedGroupView>] = [
        .text("heading", \.heading), .number("total", \.total), .list("cards", \.cards),
        .optionalView("all", \.all),
    ]
}

extension Visit {
    /// Returns the related heroes with the reasons.
    fileprivate func cards(_ heroes: [(hero: Hero, reason: String?)]) -> [HeroCard] {
        heroes.map { card($0.hero, at: .cast, note: $0.reason) }
    }

    /// Returns the section with the related heroes, if there are any. It is rendered once for all visitors without a
    /// favourite among them.
    func related(to hero: Hero) -> HeroPartView {
        let related = hero.related
        guard !related.groups.isEmpty || !related.companions.isEmpty else { return .none }
        let view = RelatedView(related, to: hero, self)
        let shown = view.heroes
        let markup =
            shown.contains(where: hasFavourite)
            ? assets.templates.markup(view) : markup(of: hero.derived, "related") { view }
        return .related(markup, shown)
    }
}

extension Relation.Kind {
    var heading: String { segment.capitalized }
}

struct RelatedHeroes: Sendable {
    let groups: [RelatedGroup]
    let companions: [Hero]
}

/// The related heroes of a kind, with the reasons.
struct RelatedGroup: Sendable {
    let kind: Relation.Kind
    let heroes: [(hero: Hero, reason: String?)]

    /// All of them in words, such as “All 23 allies”.
    var words: String { kind == .family ? "All of the family" : "All \(heroes.count) \(kind.segment)" }
}

extension Hero {
    /// The related heroes, each once, since a second card would have the same transition name: one of several kinds is
    /// in the first group, with all reasons.
    var related: RelatedHeroes {
        // Only a hero with details has relations, so no copy without them is asked before.
        derived.value("related heroes") {
            let reasons = Dictionary(grouping: relations, by: \.hero.id).mapValues { $0.compactMap(\.reason) }
            let relations = relations.filter { $0.hero.id != id }.unique(by: \.hero.id)
            let groups = Relation.Kind.allCases.map { kind in
                RelatedGroup(
                    kind: kind,
                    heroes: relations.filter { $0.kind == kind }.map {
                        ($0.hero, reasons[$0.hero.id]?.joined(separator: "; ").nonEmpty)
                    })
            }
            return RelatedHeroes(
                groups: groups.filter { !$0.heroes.isEmpty },
                companions: companions.filter { $0.id != id && reasons[$0.id] == nil }.unique(by: \.id))
        }
    }
}
