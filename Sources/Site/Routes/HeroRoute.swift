import HTTP
import Heroes

/// A hero's page, and the paths from it to others.
package enum HeroRoute: Hashable, Sendable {
    /// `/heroes/random` redirects to a random hero.
    case random
    /// `/heroes/1009610-spider-man`. Without a slug it redirects to the canonical address. Any slug is accepted, since
    /// two machines may know a hero by different names; the page declares its canonical address.
    case page(Hero.ID, slug: String?, from: HeroList?)
    /// `/heroes/1009610-spider-man/allies`: all related heroes of a kind.
    case related(Hero.ID, slug: String?, Relation.Kind)
    /// `/heroes/1009610-spider-man/to?q=thor`: the choice of the hero at the end of a path.
    case pathSearch(Hero.ID, slug: String?, search: String?)
    /// `/heroes/1009610-spider-man/to/1009664-thor`: the best path between two heroes. Any slugs are accepted.
    case path(Hero.ID, slug: String?, to: Hero.ID, otherSlug: String?)
}

extension HeroRoute {
    var address: Address {
        switch self {
        case .random: Address(.random, "/heroes/random")
        case .page(let id, let slug, let list): Address(.hero, Route.path(id, slug), [("from", list?.route.target)])
        case .related(let id, let slug, let kind): Address(.related, Route.path(id, slug) + "/" + kind.segment)
        case .pathSearch(let id, let slug, let search): Address(.path, Route.path(id, slug) + "/to", [("q", search)])
        case .path(let id, let slug, let other, let otherSlug):
            Address(.path, "\(Route.path(id, slug))/to/\(Route.segment(other, otherSlug))")
        }
    }

    /// Parses the address of a hero; returns nil for any other.
    init?(_ path: [String], _ query: Form) throws(RouteError) {
        guard case ("heroes", let hero?, let segment, let other) = path.segments, other == nil || segment == "to" else {
            return nil
        }
        if hero == "random", segment == nil {
            self = .random
            return
        }
        let (id, slug) = try Route.entity(hero, named: "hero")
        switch (segment, other) {
        case (nil, nil): self = .page(id, slug: slug, from: query.from)
        case (let segment?, nil) where segment != "to":
            guard let kind = Relation.Kind.allCases.first(where: { $0.segment == segment }) else { return nil }
            self = .related(id, slug: slug, kind)
        case ("to", nil): self = .pathSearch(id, slug: slug, search: query.search)
        case ("to", let other?):
            let (otherID, otherSlug) = try Route.entity(other, named: "hero")
            self = .path(id, slug: slug, to: otherID, otherSlug: otherSlug)
        default: return nil
        }
    }
}

extension Route {
    /// Returns the canonical address of a hero.
    static func hero(_ id: Hero.ID, named name: String) -> Route { .hero(id, slug: Slug.of(name)) }

    /// Returns the canonical address of a path.
    static func path(from start: Hero, to end: Hero) -> Route {
        .hero(.path(start.id, slug: start.slug, to: end.id, otherSlug: end.slug))
    }

    static func hero(_ id: Hero.ID, slug: String?, from list: HeroList? = nil) -> Route {
        .hero(.page(id, slug: slug, from: list))
    }
}

extension Relation.Kind {
    /// The kind in the plural, in addresses.
    var segment: String {
        switch self {
        case .family: "family"
        case .ally: "allies"
        case .enemy: "enemies"
        }
    }
}
