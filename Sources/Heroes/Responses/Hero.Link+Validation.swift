import Basics

extension Hero.Link {
    /// Returns nil unless the text is a plain http or https URL within the limit; Marvel's URLs become https, and
    /// tracking parameters are removed.
    package init?(validating kind: String, url text: String) {
        guard text.utf8.count <= ResponseLimit.url, kind.utf8.count <= ResponseLimit.linkKind else { return nil }
        let encoded = PercentEncoding.encode(text.trimmed, unless: WebURL.isHarmless)
        guard !kind.isBlank, var url = WebURL(encoded) else { return nil }
        if url.host == "marvel.com" || url.host.hasSuffix(".marvel.com") { url.scheme = "https" }
        if let query = url.query {
            let remaining = query.split(separator: "&").filter { !$0.lowercased().hasPrefix("utm_") }
            url.query = remaining.isEmpty ? nil : Substring(remaining.joined(separator: "&"))
        }
        guard url.text.utf8.count <= ResponseLimit.url else { return nil }
        self.init(kind: kind.trimmed, url: url.text)
    }
}
