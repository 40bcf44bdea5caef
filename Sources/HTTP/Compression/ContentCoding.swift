/// A coding that content can be sent in (RFC 9110 section 8.4.1).
enum ContentCoding: Sendable {
    /// As it is.
    case identity
    case gzip

    /// The tag of the content in this coding: a strong tag names bytes and so differs from coding to coding (RFC 9110
    /// section 8.8.3.3), a weak one names what they say.
    func tag(_ tag: ETag) -> ETag {
        switch self {
        case .identity: tag
        case .gzip: tag.isWeak ? tag : ETag(tag.opaque + "-gzip") ?? tag
        }
    }
}
