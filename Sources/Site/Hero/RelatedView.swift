import Basics
import HTML
import Heroes

/// The heroes that a hero leads to: family, allies and enemies with reasons, and companions.
struct RelatedView: TemplateView {
    static let template = "related"

    private let groups: [RelatedGroupView]

    fileprivate init(_ groups: [RelatedGroup], _ visit: Visit) {
        self.groups = groups.map { group in
            let cards = group.heroes.map { visit.card($0.hero, at: .cast, note: $0.reason) }
            return RelatedGroupView(heading: group.heading, cards: cards)
        }
    }

    static let fields: [Field<RelatedView>] = [.list("groups", \.groups)]
}

private struct RelatedGroupView: View {
    let heading: String
    let cards: [HeroCard]

    static let fields: [Field<RelatedGroupView>] = [.text("heading", \.heading), .list("cards", \.cards)]
}

extension Visit {
    /// Returns the section with the related heroes; nil if there are none. It is rendered once for all visitors without
    /// a favourite among them.
    func related(to hero: Hero) -> SafeHTML? {
        let groups = hero.relatedGroups
        guard !groups.isEmpty else { return nil }
        let view = { RelatedView(groups, self) }
        let hasFavourites = groups.contains { $0.heroes.contains { hasFavourite($0.hero.id) } }
        return hasFavourites ? assets.templates.markup(view()) : markup(of: hero.derived, "related", view)
    }
}

extension Relation.Kind {
    var heading: String {
        switch self {
        case .family: "Family"
        case .ally: "Allies"
        case .enemy: "Enemies"
        }
    }
}

/// The related heroes under a heading, with the reasons.
private struct RelatedGroup: Sendable {
    let heading: String
    let heroes: [(hero: Hero, reason: String?)]
}

extension Hero {
    /// The related heroes; one of several kinds is in the first group, with all reasons.
    fileprivate var relatedGroups: [RelatedGroup] {
        // Only a hero with details has relations, so no copy without them is asked before.
        derived.value("related groups") {
            let reasons = Dictionary(grouping: relations, by: \.hero.id).mapValues { $0.compactMap(\.reason) }
            let relations = relations.unique(by: \.hero.id)
            func group(_ heading: String, _ heroes: [Hero]) -> RelatedGroup {
                let notes = heroes.map { reasons[$0.id]?.joined(separator: "; ").nonEmpty }
                return RelatedGroup(heading: heading, heroes: Array(zip(heroes, notes)))
            }
            let related = Relation.Kind.allCases.map { kind in
                group(kind.heading, relations.filter { $0.kind == kind }.map(\.hero))
            }
            let companions = group("Often together", companions.filter { reasons[$0.id] == nil })
            return (related + [companions]).filter { !$0.heroes.isEmpty }
        }
    }
}
