import HTML
import HTTP

/// `/about` and its like.
struct DocumentPage {
    let visit: Visit
    let page: StaticPage

    func response() async -> Response {
        var view = StaticPageView(page, visit.configuration)
        view.layout.posters = await visit.posters()
        return visit.renderer.page(view).repeatable()
    }
}

/// A page that is only a template, such as `about.html`; its fields are for any of them.
struct StaticPageView: PageView {
    static let template = "about"
    static let templates = StaticPage.allCases.map(\.rawValue)

    let template: String
    var layout: LayoutView
    /// The other sites that pictures are loaded from; empty if there are none or they vary.
    let imageHosts: [String]
    let contact: SiteConfiguration.Contact?

    init(_ page: StaticPage, _ configuration: SiteConfiguration = SiteConfiguration()) {
        let scheme = "https://"
        contact = configuration.contact
        // They are CSP sources.
        imageHosts = configuration.imageHosts.filter { $0.hasPrefix(scheme) }.map { String($0.dropFirst(scheme.count)) }
        template = page.rawValue
        layout = LayoutView(title: page.rawValue.capitalized)
        layout.summary = page.summary
        layout.canonical = .document(.page(page))
    }

    var transition: TransitionView? { TransitionView(layout.posters.map(\.hero.id)) }

    static let fields: [Field<StaticPageView>] = [
        .view("layout", \.layout),
        .flag("hasImageHosts") { !$0.imageHosts.isEmpty },
        .text("imageHosts") { $0.imageHosts.joined(separator: " and ") },
        .flag("hasSeveralImageHosts") { $0.imageHosts.count > 1 },
        .optionalText("contact", \.contact?.text), .optionalURL("contactURL", \.contact?.url),
        .url("favourites") { _ in Route.favourites(page: 1).url },
        .url("allHeroes") { _ in Route.allHeroes.url },
    ]
}

/// `/static/site.css` and `/favicon.ico`
struct FilePage {
    let visit: Visit
    let name: String

    func response() throws(Failure) -> Response {
        guard let file = visit.assets.files.respond(to: visit.request, name: name) else {
            throw Failure(RouteError.unknown)
        }
        return file
    }
}
