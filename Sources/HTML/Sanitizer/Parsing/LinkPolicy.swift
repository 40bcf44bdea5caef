/// The rules for links: the base URL of relative ones, and replacements.
package struct LinkPolicy: Sendable {
    /// Returns the link in place of an absolute URL, or nil to keep the URL.
    package typealias Replacement = @Sendable (String) -> SafeURL?

    let base: LinkURL.Base?
    let replacement: Replacement

    /// Returns the target of a link: an absolute URL or its replacement; nil if the link is not allowed.
    func target(of raw: some Collection<UInt8>) -> [UInt8]? {
        guard let url = LinkURL.clean(raw, base: base) else { return nil }
        return replacement(String(decoding: url, as: UTF8.self)).map { Array($0.string.utf8) } ?? url
    }
}
