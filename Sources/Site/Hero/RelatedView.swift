import Basics
import HTML
import Heroes

/// The heroes that a hero leads to: family, allies and enemies with reasons, and companions.
struct RelatedView: View {
    let groups: [RelatedGroupView]

    /// A hero of several kinds is in the first, with all reasons.
    init(_ hero: Hero, _ visit: Visit) {
        var reasons: [Hero.ID: [String]] = [:]
        for relation in hero.relations {
            reasons[relation.hero.id, default: []] += [relation.reason].compactMap(\.self)
        }
        let relations = hero.relations.unique(by: \.hero.id)
        func group(_ heading: String, _ heroes: some Sequence<Hero>) -> RelatedGroupView {
            let cards = heroes.map { hero in
                var card = HeroCardView(hero, visit, portrait: .cast)
                card.note = reasons[hero.id].flatMap { $0.isEmpty ? nil : $0.joined(separator: "; ") }
                return card
            }
            return RelatedGroupView(heading: heading, cards: cards)
        }
        let related = Relation.Kind.allCases.map { kind in
            group(kind.heading, relations.lazy.filter { $0.kind == kind }.map(\.hero))
        }
        let companions = group("Often together", hero.companions.filter { reasons[$0.id] == nil })
        groups = (related + [companions]).filter { !$0.cards.isEmpty }
    }

    static let fields: [Field<RelatedView>] = [.list("groups", \.groups)]

    private init(_ groups: [RelatedGroupView]) { self.groups = groups }
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
