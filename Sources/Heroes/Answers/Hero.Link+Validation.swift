import Basics

extension Hero.Link {
    /// Nil for anything but a plain http or https URL within the limit; Marvel's own become https, and tracking parameters
    /// are removed.
    package init?(validating kind: String, url text: String) {
        guard text.utf8.count <= AnswerLimit.url, kind.utf8.count <= AnswerLimit.linkKind else { return nil }
        let encoded = PercentEncoding.encode(text.trimmed, unless: WebURL.isHarmless)
        guard !kind.isBlank, var url = WebURL(encoded) else { return nil }
        if url.host == "marvel.com" || url.host.hasSuffix(".marvel.com") { url.scheme = "https" }
        if let query = url.query {
            let kept = query.split(separator: "&").filter { !$0.lowercased().hasPrefix("utm_") }
            url.query = kept.isEmpty ? nil : Substring(kept.joined(separator: "&"))
        }
        guard url.text.utf8.count <= AnswerLimit.url else { return nil }
        self.init(kind: kind.trimmed, url: url.text)
    }
}
