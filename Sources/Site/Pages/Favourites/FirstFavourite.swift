import HTML
import HTTP
import HTTPTypes
import Heroes

/// The address that the answer to a first favourite leads to, `/heroes?page=2&first=1009610`: only the next request
/// shows whether the browser keeps the new visitor's cookie.
struct FirstFavourite {
    let hero: Hero.ID
    /// The page itself.
    let route: Route

    init(_ hero: Hero.ID, _ route: Route) { (self.hero, self.route) = (hero, route) }

    /// Nil for an address of any other kind.
    init?(_ request: Request, _ route: Route) {
        guard request.method == .get || request.method == .head, route.hasHearts,
            let field = request.query.split(separator: "&").first(where: { $0.hasPrefix("first=") }),
            let hero = Hero.ID(field.dropFirst(6))
        else { return nil }
        self.init(hero, route)
    }

    var url: SafeURL {
        let path = route.path
        return .path("\(path)\(path.contains("?") ? "&" : "?")first=\(hero)#hero-\(hero)")
    }

    /// Leads on to the page if the hero is kept, or if that cannot be seen just now, which the page says.
    func respond(_ visit: Visit, _ configuration: SiteConfiguration) throws(Failure) -> Response {
        if visit.prefersJSON { _ = try visit.readFavourites() }
        if visit.hasFavourite(hero) || !visit.canReadFavourites {
            guard visit.prefersJSON else { return .found(route.url(at: hero)) }
            return .json(toggled: true, count: visit.favourites.count)
        }
        throw unsaved(visit, configuration)
    }

    /// Why the hero is not kept: the browser does not keep the cookie, or keeps that of another new visitor by now.
    private func unsaved(_ visit: Visit, _ configuration: SiteConfiguration) -> Failure {
        var failure = Failure(
            status: .conflict, heading: "Your favourite was not saved",
            sentence: "Another page of yours saved its first favourite at the same moment. Press the heart once more.",
            link: route.url(at: hero), nextLabel: "Go back")
        guard visit.favourites.isEmpty else { return failure }
        failure.status = .forbidden
        failure.sentence = """
            Favourites need a cookie, and your browser does not keep the one of this site. Allow it cookies, and press \
            the heart again.
            """
        if visit.isOverPlainHTTP(configuration), let origin = configuration.origin(of: visit.request) {
            failure.sentence = "You are here by http, and this site can keep favourites only at \(origin.text)."
            (failure.link, failure.nextLabel) = (origin.url(path: "\(route.path)#hero-\(hero)"), "Go there")
        }
        return failure
    }
}

extension Visit {
    /// Returns whether the browser shows a page by http although the site's address is https, as far as that can be seen:
    /// a trusted proxy says so, or the address of the page before.
    fileprivate func isOverPlainHTTP(_ configuration: SiteConfiguration) -> Bool {
        guard configuration.isSecure else { return false }
        let isTrusted = request.isFrom(configuration.trustedProxies)
        let scheme = isTrusted ? request.fields.value(named: "x-forwarded-proto") : nil
        return (scheme ?? String((request.fields[.referer] ?? "").prefix { $0 != ":" })) == "http"
    }
}
