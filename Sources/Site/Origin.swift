import HTML
import HTTP

/// Scheme, host and port by which visitors reach the site, for the addresses that have to be absolute.
package struct Origin: Hashable, Sendable {
    /// Such as `https://heroes.example`, without a slash at its end.
    let text: String

    /// The site's own address where its owner gives one; otherwise what the request says of it, taken for plain http.
    ///
    /// A visitor can write any host into a request, so it must never lead anybody anywhere but in the answer to that very
    /// request. Nil where it is no host.
    init?(of request: Request, _ configuration: SiteConfiguration) {
        if let publicURL = configuration.publicURL {
            text = publicURL.utf8.last == UInt8(ascii: "/") ? String(publicURL.dropLast()) : publicURL
        } else {
            guard let host = request.host, SafeURL(external: "http://" + host)?.string == "http://" + host,
                !host.contains(where: { "/?#".contains($0) })
            else { return nil }
            text = "http://" + host
        }
    }

    func url(_ route: Route) -> SafeURL { url(path: route.target) }

    /// An address on this site, or elsewhere where it is absolute already; the home page for anything else.
    func url(path: String) -> SafeURL {
        if path.utf8.first != UInt8(ascii: "/"), let url = SafeURL(external: path) { return url }
        return SafeURL(external: text + SafeURL.path(path).string) ?? .path("/")
    }
}

extension SiteConfiguration {
    func origin(of request: Request) -> Origin? { Origin(of: request, self) }
}
