import Heroes

extension Hero.Link {
    /// Nil for anything but a plain http or https URL; Marvel's own become https, and tracking parameters go.
    init?(told kind: String, url text: String) {
        let encoded = text.trimmed.percentEncoded(unless: WebURL.isHarmless)
        guard !kind.isBlank, var url = WebURL(encoded) else { return nil }
        if url.host == "marvel.com" || url.host.hasSuffix(".marvel.com") { url.scheme = "https" }
        if let query = url.query {
            let kept = query.split(separator: "&").filter { !$0.lowercased().hasPrefix("utm_") }
            url.query = kept.isEmpty ? nil : Substring(kept.joined(separator: "&"))
        }
        self.init(kind: kind.trimmed, url: url.text)
    }
}
