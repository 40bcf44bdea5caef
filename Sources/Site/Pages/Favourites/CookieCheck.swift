import HTML
import HTTP
import HTTPTypes
import Heroes

/// The address that the answer to a first favourite leads to, `/heroes?page=2&first=1009610`: only the next request
/// shows whether the browser keeps the new visitor's cookie.
struct CookieCheck {
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
        let target = route.target
        return .path("\(target)\(target.contains("?") ? "&" : "?")first=\(hero)#hero-\(hero)")
    }

    /// Leads on to the page if the hero is kept, or if that cannot be seen just now, which the page says.
    func respond(_ request: PageRequest, _ configuration: SiteConfiguration) throws(Failure) -> Response {
        if request.prefersJSON { _ = try request.readFavourites() }
        if request.hasFavourite(hero) || !request.canReadFavourites {
            guard request.prefersJSON else { return .redirect(to: route.url(at: hero)) }
            return .json(toggled: true, count: request.favourites.count)
        }
        throw failure(request, configuration)
    }

    /// Why the hero is not kept: the browser does not keep the cookie, or keeps that of another new visitor by now.
    private func failure(_ request: PageRequest, _ configuration: SiteConfiguration) -> Failure {
        var failure = Failure(
            status: .conflict, heading: "Your favourite was not saved",
            sentence: "Another page of yours saved its first favourite at the same moment. Press the heart once more.",
            link: route.url(at: hero), nextLabel: "Go back")
        guard request.favourites.isEmpty else { return failure }
        failure.status = .forbidden
        failure.sentence = """
            Favourites need a cookie, and your browser does not keep the one of this site. Allow it cookies, and press \
            the heart again.
            """
        if request.isOverPlainHTTP(configuration), let origin = configuration.origin(of: request.http) {
            failure.sentence = "You are here by http, and this site can keep favourites only at \(origin.text)."
            (failure.link, failure.nextLabel) = (origin.url(path: "\(route.target)#hero-\(hero)"), "Go there")
        }
        return failure
    }
}

extension PageRequest {
    /// Returns whether the browser shows a page by http although the site's address is https, as far as that can be seen:
    /// a trusted proxy says so, or the address of the page before.
    fileprivate func isOverPlainHTTP(_ configuration: SiteConfiguration) -> Bool {
        guard configuration.isSecure else { return false }
        let isTrusted = http.isFrom(configuration.trustedProxies)
        let scheme = isTrusted ? http.fields.value(named: "x-forwarded-proto") : nil
        return (scheme ?? String((http.fields[.referer] ?? "").prefix { $0 != ":" })) == "http"
    }
}
