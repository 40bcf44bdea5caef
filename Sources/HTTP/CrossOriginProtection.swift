import Basics
import HTTPTypes

/// Refuses what other sites make a browser send; by what the browser says of the request, without tokens in pages.
package enum CrossOriginProtection {
    /// Returns whether the request may change anything: its method is safe, or Sec-Fetch-Site says that it comes from
    /// this site, or, if the browser does not say (it does over https and on this machine only), Origin names this
    /// site. A request with neither field is no browser's.
    ///
    /// An origin is this site if it is that of `publicURL`, or has the host and port of Host or, from one of `proxies`,
    /// of X-Forwarded-Host. Its scheme does not count then, since TLS may end anywhere before this program.
    package static func allows(
        _ request: Request, at publicURL: String? = nil, behind proxies: [AddressRange] = []
    ) -> Bool {
        if [.get, .head, .options].contains(request.method) { return true }
        // Several fields come joined by commas and so equal neither word.
        if let site = request.fields.value(named: "sec-fetch-site"), !site.isEmpty {
            return site == "same-origin" || site == "none"
        }
        guard let text = request.fields[.origin], !text.isEmpty else { return true }
        guard let origin = WebOrigin(text) else { return false }
        if let publicURL, origin == WebOrigin(publicURL.hasSuffix("/") ? publicURL.dropLast() : publicURL[...]) {
            return true
        }
        var hosts = [request.host ?? ""]
        if request.isFrom(proxies), let forwarded = request.fields.value(named: "x-forwarded-host") {
            hosts += forwarded.utf8.split(separator: UInt8(ascii: ",")).map {
                String(decoding: $0.trimmingBlanks(), as: UTF8.self)
            }
        }
        return hosts.contains { origin.isSame(asHost: $0) }
    }
}
