import HTML
import Heroes

/// A hero in a gallery: portrait, name and heart, and a note if the name alone does not say enough.
struct HeroCardView: View {
    let hero: Hero
    var note: String?
    var portrait: PortraitView
    let heart: HeartView
    /// The address behind portrait and name, unless it is the hero's page.
    var link: SafeURL?

    init(_ hero: Hero, note: String? = nil, portrait: PortraitView, heart: HeartView) {
        (self.hero, self.note, self.portrait, self.heart) = (hero, note, portrait, heart)
    }

    init(_ hero: Hero, _ visit: Visit, portrait position: PortraitView.Position = .card) {
        self.init(
            hero, portrait: hero.portrait(at: position, placeholderImage: visit.assets.placeholderImage),
            heart: HeartView(hero, visit))
    }

    static let fields: [Field<HeroCardView>] = [
        .number("id", \.hero.id),
        .text("name", \.hero.nameParts.name),
        .optionalText("suffix", \.hero.nameParts.suffix),
        .optionalText("note", \.note),
        .url("address") { $0.link ?? $0.hero.address },
        .view("portrait", \.portrait),
        .view("heart", \.heart),
    ]
}

/// The button that adds or removes a favourite. It belongs to the page's one form for hearts, so that it works without
/// script; the form has the address to redirect back to.
struct HeartView: View {
    let hero: Hero.ID
    let name: String
    let isOn: Bool

    init(_ hero: Hero, _ visit: Visit) {
        (self.hero, name, isOn) = (hero.id, hero.name, visit.hasFavourite(hero.id))
    }

    static let fields: [Field<HeartView>] = [
        .url("action") { Route.favourites(.toggle($0.hero)).url },
        .text("name", \.name),
        .flag("isOn", \.isOn),
    ]
}

extension Hero {
    var slug: String { derived.value("slug") { Slug.of(name) } }

    /// The canonical address.
    var address: SafeURL { derived.value("address") { Route.hero(id, slug: slug).url } }

    /// The name without the brackets at its end, as in "Abomination (Emil Blonsky)", and the brackets.
    fileprivate var nameParts: (name: String, suffix: String?) {
        derived.value("name parts") {
            guard name.last == ")", let bracket = name.dropFirst().firstIndex(of: "(") else { return (name, nil) }
            return (String(name[..<bracket]), String(name[bracket...]))
        }
    }

    fileprivate func portrait(at position: PortraitView.Position, placeholderImage: SafeURL) -> PortraitView {
        derived.value(position.rawValue) { PortraitView(thumbnail, at: position, placeholderImage: placeholderImage) }
    }
}
