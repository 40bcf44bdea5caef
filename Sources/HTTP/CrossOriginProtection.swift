import HTTPTypes

/// Refuses what other sites make a browser send; by what the browser says of the request, without tokens in pages.
package enum CrossOriginProtection {
    /// Whether the request may change anything: it is safe by its method, or Sec-Fetch-Site says it comes from this
    /// site, or, where a browser does not say, Origin names the same host and port as Host. A request with neither is
    /// no browser's.
    package static func allows(_ request: Request) -> Bool {
        if [.get, .head, .options].contains(request.method) { return true }
        // Several fields come joined by commas and so equal neither word.
        if let site = request.fields.value(named: "sec-fetch-site"), !site.isEmpty {
            return site == "same-origin" || site == "none"
        }
        guard let origin = request.fields[.origin], !origin.isEmpty else { return true }
        guard let host = request.host, let originHost = Self.host(of: origin) else { return false }
        return originHost.equalsIgnoringCase(host)
    }

    /// The host and port of `scheme://host:port`; nil for "null" and for anything longer than an origin.
    private static func host(of origin: String) -> Substring.UTF8View? {
        let scheme = origin.utf8.prefix { $0 != UInt8(ascii: ":") }
        let rest = origin.utf8.dropFirst(scheme.count)
        guard scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("https"), rest.starts(with: "://".utf8)
        else { return nil }
        let host = rest.dropFirst(3)
        return host.isEmpty || host.contains { "/?#@,\\ ".utf8.contains($0) } ? nil : host
    }
}
