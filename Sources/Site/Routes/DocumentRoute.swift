import Basics
import HTTP
import Heroes

/// A page or a file that is the same for all visitors.
package enum DocumentRoute: Hashable, Sendable {
    /// `/about`: a page that is only a template.
    case page(StaticPage)
    /// `/heroes/transitions.css?ids=1,2&works=comics-3`: view transition names for portraits and covers that are sent
    /// after the head of their page.
    case transitions([Hero.ID], [TopicID])
    /// `/heroes/hue.css?degrees=250`: the colours of a hero or topic that is sent after the head of its page.
    case hue(Int)
    /// `/static/site.css`
    case file(String)
    /// `/initials/SM`
    case initials(Initials)
    /// `/favicon.ico` and others that browsers request by default.
    case icon(DefaultIcon)
    /// `/sitemap.xml`
    case sitemap
    /// `/robots.txt`
    case robots
    /// `/manifest.webmanifest`
    case manifest
    /// `/opensearch.xml`: the search description for a browser's address bar.
    case searchDescription
}

/// The pages that are only a template of the same name.
package enum StaticPage: String, CaseIterable, Sendable {
    case about

    /// A sentence for search engines and link previews.
    var summary: String {
        switch self {
        case .about: "An unofficial gallery of Marvel heroes: its texts and pictures, privacy, and shortcuts."
        }
    }
}

/// The icons that browsers request without a link to them, by the names that they request.
package enum DefaultIcon: String, CaseIterable, Sendable {
    case favicon = "favicon.ico"
    case touch = "apple-touch-icon.png"
    case precomposedTouch = "apple-touch-icon-precomposed.png"

    /// The static file.
    var file: String { self == .favicon ? rawValue : "touch-icon.png" }
}

extension DocumentRoute {
    var address: Address {
        switch self {
        case .page(let page): Address(.page, "/" + page.rawValue)
        case .transitions(let heroes, let topics):
            Address(
                .transitions, "/heroes/transitions.css",
                [("ids", Route.text(heroes)), ("works", Route.text(topics.map(\.text)))])
        case .hue(let degrees): Address(.transitions, "/heroes/hue.css", [("degrees", String(degrees))])
        case .file(let name): Address(.file, "/static/" + Self.path(name))
        case .initials(let initials): Address(.file, "/initials/" + PercentEncoding.encode(initials.letters))
        case .icon(let icon): Address(.file, "/" + icon.rawValue)
        case .sitemap: Address(.document, "/sitemap.xml")
        case .robots: Address(.document, "/robots.txt")
        case .manifest: Address(.document, "/manifest.webmanifest")
        case .searchDescription: Address(.document, "/opensearch.xml")
        }
    }

    private static func path(_ file: String) -> String {
        file.split(separator: "/").map { PercentEncoding.encode(String($0)) }.joined(separator: "/")
    }

    /// Parses the address of a document; returns nil for any other.
    init?(_ path: [String], _ query: Form) throws(RouteError) {
        if path.count > 1, path[0] == "static" {
            guard !path.contains(where: { $0.contains("/") }) else { return nil }
            self = .file(path.dropFirst().joined(separator: "/"))
            return
        }
        switch path.segments {
        case ("heroes", "transitions.css", nil, nil):
            let topics = try query.topics()
            self = .transitions(query["ids"] == nil && !topics.isEmpty ? [] : try query.ids(), topics)
        case ("heroes", "hue.css", nil, nil):
            guard let degrees = query["degrees"].flatMap({ Int($0) }), 0..<360 ~= degrees else { throw .unknown }
            self = .hue(degrees)
        case ("initials", let letters?, nil, nil):
            guard let initials = Initials(letters) else { return nil }
            self = .initials(initials)
        case ("sitemap.xml", nil, nil, nil): self = .sitemap
        case ("robots.txt", nil, nil, nil): self = .robots
        case ("manifest.webmanifest", nil, nil, nil): self = .manifest
        case ("opensearch.xml", nil, nil, nil): self = .searchDescription
        case (let name, nil, nil, nil):
            if let icon = DefaultIcon(rawValue: name) { self = .icon(icon); return }
            guard let page = StaticPage(rawValue: name) else { return nil }
            self = .page(page)
        default: return nil
        }
    }
}
