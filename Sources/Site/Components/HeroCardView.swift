import HTML
import Heroes

/// A hero in a gallery: portrait, name and heart, and a note if the name alone does not say enough.
struct HeroCardView: View {
    let hero: Hero
    private let parts: CardParts
    var note: String?
    var portrait: PortraitView
    let heart: HeartView
    /// The address behind portrait and name, unless it is the hero's page.
    var link: SafeURL?

    init(_ hero: Hero, _ visit: Visit, portrait position: PortraitView.Position = .card) {
        parts = hero.cardParts(at: position, placeholderImage: visit.assets.placeholderImage)
        (self.hero, portrait, heart) = (hero, parts.portrait, HeartView(hero, visit, toggle: parts.toggle))
    }

    static let fields: [Field<HeroCardView>] = [
        .number("id", \.hero.id),
        .text("name", \.parts.name),
        .optionalText("suffix", \.parts.suffix),
        .optionalText("note", \.note),
        .url("address") { $0.link ?? $0.parts.address },
        .view("portrait", \.portrait),
        .view("heart", \.heart),
    ]
}

/// The parts of a hero's card that are the same for all visitors.
private struct CardParts: Sendable {
    /// The name without the brackets at its end, as in "Abomination (Emil Blonsky)", and the brackets.
    let name: String
    let suffix: String?
    let address: SafeURL
    let portrait: PortraitView
    let toggle: SafeURL

    init(_ hero: Hero, _ portrait: PortraitView) {
        let name = hero.name
        let bracket = name.last == ")" ? name.dropFirst().firstIndex(of: "(") : nil
        self.name = String(name[..<(bracket ?? name.endIndex)])
        suffix = bracket.map { String(name[$0...]) }
        (address, self.portrait, toggle) = (hero.address, portrait, HeartView.toggle(hero))
    }
}

/// The button that adds or removes a favourite. It belongs to the page's one form for hearts, so that it works without
/// script; the form has the address to redirect back to.
struct HeartView: View {
    let name: String
    let isOn: Bool
    /// The address of the favourite.
    let toggle: SafeURL

    init(_ hero: Hero, _ visit: Visit, toggle: SafeURL? = nil) {
        (name, isOn) = (hero.name, visit.hasFavourite(hero.id))
        self.toggle = toggle ?? Self.toggle(hero)
    }

    static func toggle(_ hero: Hero) -> SafeURL { Route.favourites(.toggle(hero.id)).url }

    static let fields: [Field<HeartView>] = [
        .url("action", \.toggle),
        .text("name", \.name),
        .flag("isOn", \.isOn),
    ]
}

extension Hero {
    var slug: String { derived.value("slug") { Slug.of(name) } }

    /// The canonical address.
    var address: SafeURL { derived.value("address") { Route.hero(id, slug: slug).url } }

    fileprivate func cardParts(at position: PortraitView.Position, placeholderImage: SafeURL) -> CardParts {
        derived.value(position.rawValue) {
            CardParts(self, PortraitView(thumbnail, at: position, placeholderImage: placeholderImage))
        }
    }
}
