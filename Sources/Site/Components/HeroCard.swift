import HTML
import Heroes

/// A hero in a gallery, rendered: portrait, name and heart.
struct HeroCard: View {
    let hero: Hero
    private let markup: SafeHTML

    fileprivate init(_ hero: Hero, _ markup: SafeHTML) { (self.hero, self.markup) = (hero, markup) }

    static let fields: [Field<HeroCard>] = [.html("markup", \.markup)]
}

extension Visit {
    /// Returns the hero's card; `note` if the name alone does not say enough, `link` if it does not lead to the hero's
    /// page. A card without them is rendered once for each state of its heart.
    func card(
        _ hero: Hero, at position: PortraitView.Position = .card, note: String? = nil, link: SafeURL? = nil,
        isUrgent: Bool = false
    ) -> HeroCard {
        let isOn = hasFavourite(hero.id)
        let view = { HeroCardView(hero, self, position, note: note, link: link, isUrgent: isUrgent) }
        let isPlain = note == nil && link == nil && !isUrgent
        let key = isOn ? position.rawValue + "♥" : position.rawValue
        return HeroCard(hero, isPlain ? markup(of: hero.derived, key, view) : assets.templates.markup(view()))
    }

    /// Renders a view once for each response of the source, or each time if the templates may change.
    func markup(of response: Derived, _ key: String, _ view: () -> some TemplateView) -> SafeHTML {
        configuration.isDevelopment
            ? assets.templates.markup(view()) : response.value(key) { assets.templates.markup(view()) }
    }
}

struct HeroCardView: TemplateView {
    static let template = "hero-card"

    private let hero: Hero
    /// The name without the brackets at its end, as in "Abomination (Emil Blonsky)", and the brackets.
    private let name, suffix: Substring
    private let note: String?
    private let link: SafeURL?
    private let portrait: PortraitView
    private let heart: HeartView

    fileprivate init(
        _ hero: Hero, _ visit: Visit, _ position: PortraitView.Position, note: String?, link: SafeURL?, isUrgent: Bool
    ) {
        (self.hero, self.note, self.link, heart) = (hero, note, link, HeartView(hero, visit))
        let bracket = hero.name.last == ")" ? hero.name.dropFirst().firstIndex(of: "(") : nil
        (name, suffix) = (hero.name[..<(bracket ?? hero.name.endIndex)], hero.name[(bracket ?? hero.name.endIndex)...])
        portrait = PortraitView(
            hero.thumbnail, at: position, substitute: visit.substitute(for: hero), isUrgent: isUrgent)
    }

    static let fields: [Field<HeroCardView>] = [
        .number("id", \.hero.id),
        .text("name") { String($0.name) },
        .optionalText("suffix") { $0.suffix.isEmpty ? nil : String($0.suffix) },
        .optionalText("note", \.note),
        .url("address") { $0.link ?? $0.hero.address },
        .view("portrait", \.portrait),
        .view("heart", \.heart),
    ]
}

/// The button that adds or removes a favourite. It belongs to the page's one form for hearts, so that it works without
/// script; the form has the address to redirect back to.
struct HeartView: View {
    private let hero: Hero
    private let isOn: Bool

    init(_ hero: Hero, _ visit: Visit) { (self.hero, isOn) = (hero, visit.hasFavourite(hero.id)) }

    static let fields: [Field<HeartView>] = [
        .url("action") { Route.favourites(.toggle($0.hero.id)).url },
        .text("name", \.hero.name),
        .flag("isOn", \.isOn),
    ]
}

extension Hero {
    var slug: String { derived.value("slug") { Slug.of(name) } }

    /// The canonical address.
    var address: SafeURL { derived.value("address") { Route.hero(id, slug: slug).url } }
}
