import Basics
import FoundationEssentials

/// The content security policy of a page. It allows the page's own style and speculation rules by their hashes, so that
/// a page is the same bytes each time (Content Security Policy Level 3, section 2.3.1).
enum ContentSecurityPolicy {
    /// Returns the policy for a page, or for its first part if that contains the whole head.
    ///
    /// The policy omits `form-action`: a proxy that requires a login answers forms with a redirect to another origin,
    /// which Chromium would block. Descriptions from the source cannot contain forms, since their markup is sanitized.
    static func text(of page: [UInt8], imageHosts: [String]) -> String {
        """
        default-src 'none'; style-src 'self'\(hash(page, "<style id=\"page-style\">", "</style>")); \
        script-src 'self'\(hash(page, "<script type=\"speculationrules\">", "</script>")); \
        img-src 'self'\(imageHosts.map { " " + $0 }.joined()); connect-src 'self'; font-src 'self'; \
        base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'
        """
    }

    /// Returns the hash of the text between the tags as a source expression, or "" if the tags are missing.
    private static func hash(_ page: [UInt8], _ start: String, _ end: String) -> String {
        guard let start = range(of: start, in: page[...]), let end = range(of: end, in: page[start.upperBound...])
        else { return "" }
        let hash = SHA256.hash(data: page[start.upperBound..<end.lowerBound])
        return " 'sha256-\(Data(hash).base64EncodedString())'"
    }

    private static func range(of tag: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let tag = Array(tag.utf8)
        var remainder = bytes
        while let start = remainder.firstIndex(of: UInt8(ascii: "<")) {
            if remainder[start...].starts(with: tag) { return start..<start + tag.count }
            remainder = remainder[(start + 1)...]
        }
        return nil
    }
}
