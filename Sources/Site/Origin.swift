import HTML
import HTTP

/// The scheme, host and port of the site as visitors see them, for absolute addresses.
package struct Origin: Hashable, Sendable {
    /// The origin without a trailing slash, such as `https://heroes.example`.
    let text: String

    /// Takes the configured public URL, otherwise the request's Host with HTTP, or with HTTPS if a trusted proxy says so
    /// in X-Forwarded-Proto. Returns nil if the Host is invalid.
    ///
    /// A client can write any host into a request, so the result must only be used in the response to that request.
    init?(of request: Request, _ configuration: SiteConfiguration) {
        if let publicURL = configuration.publicURL {
            text = publicURL.utf8.last == UInt8(ascii: "/") ? String(publicURL.dropLast()) : publicURL
        } else {
            guard let host = request.host, SafeURL(external: "http://" + host)?.string == "http://" + host,
                !host.contains(where: { "/?#".contains($0) })
            else { return nil }
            let isSecure =
                request.isFrom(configuration.trustedProxies)
                && request.fields.value(named: "x-forwarded-proto")?.hasPrefix("https") == true
            text = (isSecure ? "https://" : "http://") + host
        }
    }

    func url(_ route: Route) -> SafeURL { url(path: route.target) }

    /// Returns the absolute address of a path on this site. An absolute URL is returned unchanged, and anything else
    /// becomes the home page.
    func url(path: String) -> SafeURL {
        if path.utf8.first != UInt8(ascii: "/"), let url = SafeURL(external: path) { return url }
        return SafeURL(external: text + SafeURL.path(path).string) ?? .path("/")
    }
}
