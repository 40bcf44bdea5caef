import Basics
import HTML
import Heroes

/// The heroes that a hero leads to: family, allies and enemies with reasons, and companions.
struct RelatedView: View {
    let groups: [RelatedGroupView]

    init(_ hero: Hero, _ visit: Visit) {
        groups = hero.relatedGroups.map { group in
            RelatedGroupView(
                heading: group.heading,
                cards: group.heroes.map { related in
                    var card = HeroCardView(related.hero, visit, portrait: .cast)
                    card.note = related.reason
                    return card
                })
        }
    }

    static let fields: [Field<RelatedView>] = [.list("groups", \.groups)]
}

struct RelatedGroupView: View {
    let heading: String
    let cards: [HeroCardView]

    static let fields: [Field<RelatedGroupView>] = [.text("heading", \.heading), .list("cards", \.cards)]
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
