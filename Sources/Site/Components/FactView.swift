import HTML
import Heroes

/// A fact about a hero or a work: a term with one or more values.
struct FactView: View {
    let term: String
    let values: [FactValueView]

    /// Returns nil without values.
    init?(_ term: String, _ values: [WorkReference]) {
        guard !values.isEmpty else { return nil }
        self.term = term
        self.values = values.enumerated().map { index, value in
            FactValueView(
                text: value.title, address: Route.work(value)?.url, isLast: index == values.count - 1)
        }
    }

    init?(_ term: String, _ texts: [String]) { self.init(term, texts.map { WorkReference($0, nil) }) }

    static let fields: [Field<FactView>] = [.text("term", \.term), .list("values", \.values)]
}

/// A value of a fact, with a link if it is a work with a page.
struct FactValueView: View {
    let text: String
    let address: SafeURL?
    let isLast: Bool

    static let fields: [Field<FactValueView>] = [
        .text("text", \.text), .optionalURL("address", \.address), .flag("isLast", \.isLast),
    ]
}

extension Hero {
    var factViews: [FactView] { derived.value("facts") { facts?.views ?? [] } }
}

extension HeroFacts {
    var views: [FactView] {
        [
            FactView("Real name", [realName].compactMap(\.self)), FactView("Also known as", aliases),
            FactView("First appearance", [firstAppearance].compactMap(\.self)),
            FactView("Appearances", appearances.map { ["\($0.grouped) \($0 == 1 ? "issue" : "issues")"] } ?? []),
            FactView("Teams", teams),
        ].compactMap(\.self)
    }
}

extension Work {
    /// The works that a comic is a part of.
    var facts: [FactView] {
        [WorkKind.series, .events].compactMap { kind in
            let parents = parents.filter { $0.id?.kind == kind }
            return FactView(kind == .events && parents.count == 1 ? "Event" : kind.heading, parents)
        }
    }
}

/// A link with its words.
struct LinkView: View {
    let address: SafeURL
    let label: String

    init(_ label: String, _ address: SafeURL) { (self.label, self.address) = (label, address) }

    /// Takes a link to a page about a hero on another site. Returns nil if it is not safe.
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
