import Basics
import HTTPTypes

/// Rejects requests that other sites make a browser send, by the fields that the browser adds, without tokens in pages.
package enum CrossOriginProtection {
    /// Returns true if the request may change anything: its method is safe, or Sec-Fetch-Site is this site, or, without
    /// that field (browsers send it over https and to this machine only), Origin is this site. A request with neither
    /// field does not come from a browser.
    ///
    /// An origin is this site if it is that of `publicURL`, or has the host and port of Host or, from one of `proxies`,
    /// of X-Forwarded-Host. Its scheme is ignored then, since TLS may end anywhere before this program.
    package static func allows(
        _ request: Request, at publicURL: String? = nil, behind proxies: [AddressRange] = []
    ) -> Bool {
        if [.get, .head, .options].contains(request.method) { return true }
        // Several fields are joined by commas and so equal neither value.
        if let site = request.fields.value(named: "sec-fetch-site"), !site.isEmpty {
            return site == "same-origin" || site == "none"
        }
        guard let text = request.fields[.origin], !text.isEmpty else { return true }
        guard let origin = WebOrigin(text) else { return false }
        if let publicURL, origin == WebOrigin(publicURL.hasSuffix("/") ? publicURL.dropLast() : publicURL[...]) {
            return true
        }
        let hosts = [request.host ?? ""] + request.values(of: "x-forwarded-host", from: proxies)
        return hosts.contains { WebOrigin(scheme: origin.scheme, authority: $0) == origin }
    }
}
