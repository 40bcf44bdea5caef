import Basics
import HTTPTypes

/// The content codings that a client accepts, with their weights (RFC 9110 section 12.5.3).
struct AcceptEncoding: Sendable {
    /// The weight in thousandths, 0 to 1000; nil if the field does not list the coding.
    private var gzip: Int?
    private var identity: Int?
    private var wildcard: Int?

    /// Parses the Accept-Encoding fields; malformed elements are ignored. The lowest of several weights of one coding
    /// applies.
    init(_ request: Request) {
        for field in request.fields where field.name == .acceptEncoding {
            field.withUnsafeBytesOfValue { add($0[...]) }
        }
    }

    /// Parses the same fields of an unparsed head.
    init(_ head: RequestHead) {
        for line in head.lines where head.isNamed(line, "accept-encoding") { add(head.bytes[line.value]) }
    }

    /// The coding with the highest weight, gzip at equal weights; nil if all are excluded. Without the field the
    /// content is sent uncompressed, since the client may be too simple for any coding.
    var preferred: ContentCoding? {
        let (gzip, identity) = (weight(of: .gzip), weight(of: .identity))
        return gzip > 0 && gzip >= identity ? .gzip : identity > 0 ? .identity : nil
    }

    func allows(_ coding: ContentCoding) -> Bool { weight(of: coding) > 0 }

    private func weight(of coding: ContentCoding) -> Int {
        switch coding {
        case .gzip: gzip ?? wildcard ?? 0
        // Acceptable without being listed; listed codings are preferred.
        case .identity: identity ?? wildcard ?? 1
        }
    }

    private mutating func add<Bytes: BidirectionalCollection<UInt8>>(_ value: Bytes) where Bytes.SubSequence == Bytes {
        var remainder = value
        while !remainder.isEmpty {
            let element = remainder.prefix { $0 != UInt8(ascii: ",") }
            add(element: element)
            remainder = remainder.dropFirst(element.count + 1)
        }
    }

    private mutating func add<Bytes: BidirectionalCollection<UInt8>>(element: Bytes) where Bytes.SubSequence == Bytes {
        let coding = element.prefix { $0 != UInt8(ascii: ";") }
        let parameter = element.dropFirst(coding.count + 1).trimmingBlanks()
        let hasParameter = coding.count < element.count
        guard !hasParameter || parameter.prefix(2).equalsIgnoringCase("q=".utf8),
            let weight = hasParameter ? QualityValue.thousandths(parameter.dropFirst(2)) : 1000
        else { return }
        let name = coding.trimmingBlanks()
        if name.equalsIgnoringCase("gzip".utf8) || name.equalsIgnoringCase("x-gzip".utf8) {
            gzip = min(gzip ?? weight, weight)
        } else if name.equalsIgnoringCase("identity".utf8) {
            identity = min(identity ?? weight, weight)
        } else if name.elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) {
            wildcard = min(wildcard ?? weight, weight)
        }
    }
}

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
