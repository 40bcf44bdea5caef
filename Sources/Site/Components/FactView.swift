import Basics
import HTML
import Heroes

/// A fact about a hero or a topic: a term with one or more values.
struct FactView: View {
    let term: String
    let values: [FactValueView]

    private init?(_ term: String, _ values: [(text: String, address: SafeURL?)], notes: [String] = []) {
        guard !values.isEmpty else { return nil }
        self.term = term
        self.values = values.enumerated().map { index, value in
            FactValueView(
                text: value.text, address: value.address,
                note: notes.indices.contains(index) ? notes[index].nonEmpty : nil, isLast: index == values.count - 1)
        }
    }

    /// Links each topic to its page; one without a page is a search. Each may have a note.
    init?(_ term: String, _ topics: [TopicReference], notes: [String] = []) {
        self.init(term, topics.map { ($0.title, Self.address($0)) }, notes: notes)
    }

    /// Links each hero and each topic to its page.
    init?(_ term: String, _ related: [Topic.Related]) {
        self.init(
            term,
            related.map { related in
                switch related {
                case .hero(let hero): (hero.name, Route.hero(hero.id, named: hero.name).url)
                case .topic(let topic): (topic.title, Self.address(topic))
                }
            })
    }

    /// Links to the others with the hero's name, each by what is in its brackets: “Also Spider-Man: Miles Morales, 2099”.
    init?(namesakesOf hero: Hero) {
        let name = String(hero.name.prefix { $0 != "(" }).trimmed
        let others = hero.namesakes.map { other in
            let bracket = other.name.split(separator: "(").dropFirst().last?.prefix { $0 != ")" }
            return (bracket.map { String($0) } ?? other.name, Optional(Route.hero(other.id, named: other.name).url))
        }
        self.init("Also \(name)", others)
    }

    private static func address(_ topic: TopicReference) -> SafeURL {
        (Route.topic(topic) ?? .search(topic.title)).url
    }

    /// Links each name to a search of it.
    init?(_ term: String, names: [String]) { self.init(term, names.map { TopicReference($0, nil) }) }

    init?(_ term: String, text: String?) { self.init(term, text.map { [($0, nil)] } ?? []) }

    static let fields: [Field<FactView>] = [.text("term", \.term), .list("values", \.values)]
}

/// A value of a fact, with a link unless it is a number.
struct FactValueView: View {
    let text: String
    let address: SafeURL?
    /// What follows in brackets.
    let note: String?
    let isLast: Bool

    static let fields: [Field<FactValueView>] = [
        .text("text", \.text), .optionalURL("address", \.address), .optionalText("note", \.note),
        .flag("isLast", \.isLast),
    ]
}

extension Hero {
    var factViews: [FactView] {
        derived.value("facts") { (facts?.views ?? []) + [FactView(namesakesOf: self)].compactMap(\.self) }
    }
}

extension HeroFacts {
    var views: [FactView] {
        [
            FactView("Real name", names: [realName].compactMap(\.self)), FactView("Also known as", names: aliases),
            FactView("First appearance", [firstAppearance].compactMap(\.self)),
            FactView("Created by", creators),
            FactView("Appearances", text: appearances.map { "\($0.grouped) \($0 == 1 ? "issue" : "issues")" }),
            FactView("Teams", teams.map(\.team), notes: teams.map(\.role)),
        ].compactMap(\.self)
    }
}

extension Topic {
    /// The topics that a comic is a part of, the allies and enemies of a team, and people by their roles, the writers
    /// first.
    var facts: [FactView] {
        let topics = [TopicKind.series, .events].compactMap { kind in
            let parents = parents.filter { $0.id?.kind == kind }
            return FactView(kind == .events && parents.count == 1 ? "Event" : kind.heading, parents)
        }
        let roles = credits.flatMap(\.roles).unique(by: \.self)
        let sorted = roles.filter { $0 == "Writer" } + roles.filter { $0 != "Writer" }
        let related = [FactView("Allies", allies), FactView("Enemies", enemies)].compactMap(\.self)
        return topics + related
            + sorted.compactMap { role in FactView(role, credits.filter { $0.roles.contains(role) }.map(\.person)) }
    }
}

extension Topic.Credit {
    /// The single roles, such as Penciler and Inker of "penciler, inker".
    fileprivate var roles: [String] {
        let roles = role.split(separator: ",").map { String($0).trimmed.capitalized }.filter { !$0.isEmpty }
        return roles.isEmpty ? ["By"] : roles
    }
}

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
