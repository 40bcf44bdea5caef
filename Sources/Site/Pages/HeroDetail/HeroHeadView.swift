import HTML
import Heroes

/// The head of a hero's page: portrait, name, heart, description, facts and links.
struct HeroHeadView: TemplateView {
    static let template = "hero-head"

    let id: Hero.ID
    let name: String
    let portrait: PortraitView
    let description: SafeHTML?
    /// True if the facts and a long text are a part of their own.
    var hasDetails = false
    let facts: [FactView]
    let links: [LinkView]
    let heart: HeartView
    /// The hero as JSON-LD.
    var linkedData: SafeHTML?

    static let fields: [Field<HeroHeadView>] = [
        .number("id", \.id),
        .text("name", \.name),
        .view("portrait", \.portrait),
        .optionalHTML("description", \.description),
        .flag("isUndescribed") { $0.description == nil && !$0.hasDetails },
        .list("facts", \.facts),
        .flag("hasFacts") { !$0.facts.isEmpty },
        .list("links", \.links),
        .flag("hasLinks") { !$0.links.isEmpty },
        .url("share") { Route.hero($0.id, named: $0.name).url },
        .view("heart", \.heart),
        .optionalHTML("linkedData", \.linkedData),
    ]

    static let examples = [
        Example("complete", Samples.head(Samples.spider)),
        Example("without picture and words", Samples.head(Samples.plain)),
        Example("hostile", Samples.head(Samples.hostile)),
    ]
}

/// A link to a page about the hero on another site.
struct LinkView: View {
    let address: SafeURL
    let label: String

    /// Returns nil if the link is not safe.
    init?(_ link: Hero.Link) {
        guard let address = SafeURL(external: link.url) else { return nil }
        self.address = address
        label =
            switch link.kind {
            case "wiki": "Encyclopedia"
            case "comicvine": "On Comic Vine"
            case "comiclink": "Read the comics"
            default: "Official page"
            }
    }

    static let fields: [Field<LinkView>] = [.url("address", \.address), .text("label", \.label)]
}
