import Basics
import HTML
import Heroes

/// Structured data of a page as JSON-LD in the vocabulary of schema.org.
enum LinkedData {
    /// Returns a list of heroes; `first` is the position of the first one in the whole list, counted from 1.
    static func list(_ heroes: [Hero], from first: Int, _ origin: Origin) -> SafeHTML {
        let items = heroes.enumerated().map { index, hero in
            [
                "@type": "ListItem", "position": .integer(first + index),
                "url": .string(origin.url(hero.address).string),
            ] as JSON
        }
        return block("ItemList", [JSON.Member("itemListElement", .array(items))])
    }

    /// Returns the breadcrumbs from the start page to a page; nil without any.
    static func breadcrumbs(_ steps: [(name: String, route: Route)], _ origin: Origin) -> SafeHTML? {
        guard !steps.isEmpty else { return nil }
        let items = steps.enumerated().map { index, step in
            [
                "@type": "ListItem", "position": .integer(index + 1), "name": .string(step.name),
                "item": .string(origin.url(step.route).string),
            ] as JSON
        }
        return block("BreadcrumbList", [JSON.Member("itemListElement", .array(items))])
    }

    static func hero(_ hero: Hero, description: String?, _ origin: Origin) -> SafeHTML {
        var members: [JSON.Member] = [
            JSON.Member("name", .string(hero.name)),
            JSON.Member("url", .string(origin.url(hero.address).string)),
        ]
        let names = [hero.facts?.realName].compactMap(\.self) + (hero.facts?.aliases ?? [])
        if !names.isEmpty { members.append(JSON.Member("alternateName", .array(names.map(JSON.string)))) }
        if let description { members.append(JSON.Member("description", .string(description))) }
        if let image = hero.thumbnail?.linkPreviewURL.map(SafeURL.path) ?? PortraitView.link(hero.thumbnail, .portrait)
        {
            members.append(JSON.Member("image", .string(origin.url(image).string)))
        }
        let links = hero.links.compactMap { SafeURL(external: $0.url)?.string }
        if !links.isEmpty { members.append(JSON.Member("sameAs", .array(links.map(JSON.string)))) }
        return block("Person", members)
    }

    static func topic(_ topic: Topic, description: String?, _ origin: Origin) -> SafeHTML {
        var members: [JSON.Member] = [JSON.Member("name", .string(topic.heading))]
        func add(_ name: String, _ text: String?) {
            if let text { members.append(JSON.Member(name, .string(text))) }
        }
        func dates(_ start: String, _ end: String?) {
            add(start, topic.start?.iso)
            if let end { add(end, topic.end?.iso) }
        }
        add("url", Route.topic(topic).map { origin.url($0).string })
        add("description", description)
        add("image", PortraitView.link(topic.thumbnail, .portrait).map { origin.url($0).string })
        switch topic.kind {
        case .series: dates("startDate", "endDate")
        case .teams: dates("foundingDate", "dissolutionDate")
        // A creative work has no end, and a person neither.
        case .comics, .events, .stories: dates("datePublished", nil)
        case .people: break
        }
        let parents = topic.parents.compactMap(Route.topic).map { JSON.string(origin.url($0).string) }
        if !parents.isEmpty { members.append(JSON.Member("isPartOf", .array(parents))) }
        return block(type(topic.kind), members)
    }

    private static func type(_ kind: TopicKind) -> String {
        switch kind {
        case .comics: "ComicIssue"
        case .series: "ComicSeries"
        case .events, .stories: "CreativeWork"
        case .teams: "Organization"
        case .people: "Person"
        }
    }

    private static func block(_ type: String, _ members: [JSON.Member]) -> SafeHTML {
        let context: [JSON.Member] = [
            JSON.Member("@context", "https://schema.org"), JSON.Member("@type", .string(type)),
        ]
        return .linkedData(json: JSON.object(context + members).bytes)
    }
}
