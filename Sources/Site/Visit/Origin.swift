import HTML
import HTTP

/// The scheme, host and port of the site as visitors see them, for absolute addresses.
package struct Origin: Hashable, Sendable {
    /// The origin without a trailing slash, such as `https://heroes.example`.
    private let base: SafeURL

    var text: String { base.string }

    /// Takes the configured public URL, otherwise the request's Host with HTTP, or what a trusted proxy says in
    /// X-Forwarded-Host and X-Forwarded-Proto. Returns nil if the host is invalid.
    ///
    /// A client can write any host into a request, so the result must only be used in the response to that request.
    init?(of request: Request, _ configuration: SiteConfiguration) {
        let text: String
        if let publicURL = configuration.publicURL {
            text = publicURL.utf8.last == UInt8(ascii: "/") ? String(publicURL.dropLast()) : publicURL
        } else {
            let proxies = configuration.trustedProxies
            guard let host = request.host(behind: proxies), !host.utf8.contains(where: "/?#".utf8.contains) else {
                return nil
            }
            text = (request.isSecure(behind: proxies) ? "https://" : "http://") + host
        }
        guard let base = SafeURL(external: text) else { return nil }
        self.base = base
    }

    func url(_ route: Route) -> SafeURL { url(route.url) }

    /// Returns the absolute URL of a path on this site; an absolute URL is unchanged.
    func url(_ link: SafeURL) -> SafeURL { link.absolute(at: base) }
}
