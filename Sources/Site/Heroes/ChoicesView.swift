import HTML
import Heroes

/// A menu above a list of heroes: its name or what is chosen, and links to the list with other choices.
struct ChoicesView: View {
    let label: String
    let links: [ChoiceView]

    static let fields: [Field<ChoicesView>] = [.text("label", \.label), .list("links", \.links)]
}

/// The menus for a list, as far as the source has them. Each link keeps what the other menus have chosen, and leads to the
/// first page.
struct HeroMenus {
    let choices: HeroChoices
    let filter: HeroFilter
    let order: HeroOrder
    /// The best known teams.
    let teams: [TopicReference]
    /// The chosen team.
    let team: TopicReference?

    var all: [ChoicesView] { [orders, sides, decades, teamMenu].compactMap(\.self) }

    private func link(
        _ label: String, isCurrent: Bool, by order: HeroOrder? = nil, _ change: (inout HeroFilter) -> Void = { _ in }
    ) -> ChoiceView {
        var filter = filter
        change(&filter)
        return ChoiceView(
            label: label, isCurrent: isCurrent,
            address: HeroList.all(filter, by: order ?? self.order, page: 1).route.url)
    }

    private var orders: ChoicesView? {
        guard !choices.orders.isEmpty else { return nil }
        return ChoicesView(
            label: order.words,
            links: ([.name] + choices.orders).map { link($0.words, isCurrent: $0 == order, by: $0) })
    }

    /// Sides and genders in one menu: each can be chosen beside one of the other.
    private var sides: ChoicesView? {
        guard choices.hasSides || choices.hasGenders else { return nil }
        var links = [
            link(HeroFilter().sideWords, isCurrent: filter.side == nil && filter.gender == nil) {
                ($0.side, $0.gender) = (nil, nil)
            }
        ]
        for side in choices.hasSides ? [HeroFilter.Side.hero, .villain] : [] {
            links.append(link(HeroFilter(side: side).sideWords, isCurrent: filter.side == side) { $0.side = side })
        }
        for gender in choices.hasGenders ? [HeroFilter.Gender.female, .male] : [] {
            let label = HeroFilter(gender: gender).sideWords
            links.append(link(label, isCurrent: filter.gender == gender) { $0.gender = gender })
        }
        return ChoicesView(label: filter.sideWords, links: links)
    }

    private var decades: ChoicesView? {
        guard !choices.decades.isEmpty else { return nil }
        let any = link("Any decade", isCurrent: filter.decade == nil) { $0.decade = nil }
        return ChoicesView(
            label: filter.decade.map { "\($0)s" } ?? "Decade",
            links: [any]
                + choices.decades.map { decade in
                    link("\(decade)s", isCurrent: filter.decade == decade) { $0.decade = decade }
                })
    }

    private var teamMenu: ChoicesView? {
        guard choices.hasTeams else { return nil }
        let any = link("Any team", isCurrent: filter.team == nil) { $0.team = nil }
        let shown = teams + [team].compactMap { team in teams.contains { $0.id == team?.id } ? nil : team }
        let links = shown.map { team in
            link(team.title, isCurrent: filter.team == team.id?.number) { $0.team = team.id?.number }
        }
        let all = ChoiceView(label: "All teams", isCurrent: false, address: Route.all(.teams).url)
        return ChoicesView(label: team?.title ?? "Team", links: [any] + links + [all])
    }
}

extension Visit {
    private static let teamLimit = 12

    /// Returns the teams of most of the best known heroes; none without a call unless these are cached.
    func bestKnownTeams() async -> [TopicReference] {
        let heroes = (try? await source.for(.prefetch).heroes(.bestKnown))?.items ?? []
        let teams = heroes.flatMap { hero in (hero.facts?.teams ?? []).map(\.team).filter { $0.id?.kind == .teams } }
        let counts = Dictionary(teams.map { ($0.id, 1) }, uniquingKeysWith: +)
        // Of equal ones, that of the best known hero comes first.
        let sorted = teams.unique(by: \.id).enumerated()
            .sorted { (counts[$1.element.id] ?? 0, $0.offset) < (counts[$0.element.id] ?? 0, $1.offset) }
        return sorted.prefix(Self.teamLimit).map(\.element)
    }
}
