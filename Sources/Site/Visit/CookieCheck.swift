import HTML
import HTTP
import HTTPTypes
import Heroes

/// The address that the first favourites redirect to, such as `/heroes?page=2&first=1009610`. Only this next request
/// shows if the browser stored the new visitor's cookie.
struct CookieCheck {
    let hero: Hero.ID
    let route: Route

    init(_ hero: Hero.ID, _ route: Route) { (self.hero, self.route) = (hero, route) }

    /// Returns nil for an address without the check.
    init?(_ request: Request, _ route: Route) {
        guard request.method == .get || request.method == .head, route.hasHearts || route == .favourites(.importList),
            let field = request.query.split(separator: "&").first(where: { $0.hasPrefix("first=") }),
            let hero = Hero.ID(field.dropFirst(6))
        else { return nil }
        self.init(hero, route)
    }

    var url: SafeURL {
        let target = route.target
        return .path("\(target)\(target.contains("?") ? "&" : "?")first=\(hero)\(fragment)")
    }

    /// The fragment that scrolls to the hero's card, if the page has one.
    private var fragment: String { route.hasHearts ? "#hero-\(hero)" : "" }

    /// Redirects to the page if the favourite is stored, or if favourites cannot be read, which the page reports.
    /// Throws a failure if the browser did not return the cookie.
    func respond(_ visit: Visit) throws(Failure) -> Response {
        if visit.prefersJSON { _ = try visit.readFavourites() }
        if visit.hasFavourite(hero) || !visit.canReadFavourites {
            return visit.prefersJSON ? .toggled : .redirect(to: .path(route.target + fragment))
        }
        throw failure(visit)
    }

    /// Returns the failure: the browser does not store the cookie, or it stored the one of another new visitor.
    private func failure(_ visit: Visit) -> Failure {
        var failure = Failure(
            status: .conflict, heading: "Your favourite was not saved",
            sentence: "Another tab saved its first favourite at the same moment. Please try again.",
            link: .path(route.target + fragment), nextLabel: "Go back")
        guard visit.favourites.isEmpty else { return failure }
        failure.status = .forbidden
        failure.sentence = """
            Favourites need a cookie, and your browser did not accept the one from this site. Allow cookies for this site, \
            then try again.
            """
        if visit.isOverPlainHTTP, let origin = visit.origin {
            failure.sentence = "You are using plain HTTP, and this site can only save favourites at \(origin.text)."
            (failure.link, failure.nextLabel) = (origin.url(.path(route.target + fragment)), "Go there")
        }
        return failure
    }
}

extension Visit {
    /// Returns true if the browser uses plain HTTP although the site's public URL is HTTPS, according to a trusted
    /// proxy or the Referer.
    fileprivate var isOverPlainHTTP: Bool {
        guard configuration.isSecure else { return false }
        let proxies = configuration.trustedProxies
        let isForwarded = request.isFrom(proxies) && request.fields.value(named: "x-forwarded-proto") != nil
        return isForwarded
            ? !request.isSecure(behind: proxies) : (request.fields[.referer] ?? "").hasPrefix("http:")
    }
}
