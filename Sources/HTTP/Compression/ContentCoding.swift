/// A content coding (RFC 9110 section 8.4.1).
enum ContentCoding: Sendable {
    /// Uncompressed.
    case identity
    case gzip

    /// Returns the tag of the content in this coding: a strong tag identifies bytes and so differs between codings (RFC
    /// 9110 section 8.8.3.3), a weak one does not.
    func tag(_ tag: ETag) -> ETag {
        switch self {
        case .identity: tag
        case .gzip: tag.isWeak ? tag : ETag(tag.opaque + "-gzip") ?? tag
        }
    }
}
