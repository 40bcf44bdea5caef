import Basics
import HTTPTypes

/// Which content codings a client takes, and how much it wants them (RFC 9110 section 12.5.3).
struct AcceptEncoding: Sendable {
    /// Thousandths, 0 to 1000, of what the field names; nil where it does not.
    private var gzip: Int?
    private var identity: Int?
    private var anyOther: Int?

    /// A piece that is malformed does not count. Of several weights of one coding the lowest counts.
    init(_ request: Request) {
        for field in request.fields where field.name == .acceptEncoding {
            field.withUnsafeBytesOfValue { take($0[...]) }
        }
    }

    /// The same of a request that is not taken apart.
    init(_ head: RequestHead) {
        for line in head.lines where head.isNamed(line, "accept-encoding") { take(head.bytes[line.value]) }
    }

    /// What to send: the coding that is wanted most, gzip where two are wanted alike; nil where all are refused.
    /// A client that says nothing gets the content as it is, since it may be too simple for any coding.
    var preferred: ContentCoding? {
        let (gzip, identity) = (weight(of: .gzip), weight(of: .identity))
        return gzip > 0 && gzip >= identity ? .gzip : identity > 0 ? .identity : nil
    }

    func allows(_ coding: ContentCoding) -> Bool { weight(of: coding) > 0 }

    private func weight(of coding: ContentCoding) -> Int {
        switch coding {
        case .gzip: gzip ?? anyOther ?? 0
        // Nobody has to name it; what is named is wanted more.
        case .identity: identity ?? anyOther ?? 1
        }
    }

    private mutating func take<Bytes: BidirectionalCollection<UInt8>>(_ value: Bytes) where Bytes.SubSequence == Bytes {
        var rest = value
        while !rest.isEmpty {
            let piece = rest.prefix { $0 != UInt8(ascii: ",") }
            take(piece: piece)
            rest = rest.dropFirst(piece.count + 1)
        }
    }

    private mutating func take<Bytes: BidirectionalCollection<UInt8>>(piece: Bytes) where Bytes.SubSequence == Bytes {
        let coding = piece.prefix { $0 != UInt8(ascii: ";") }
        let parameter = piece.dropFirst(coding.count + 1).trimmingBlanks()
        let hasParameter = coding.count < piece.count
        guard !hasParameter || parameter.prefix(2).equalsIgnoringCase("q="),
            let weight = hasParameter ? QualityValue.thousandths(parameter.dropFirst(2)) : 1000
        else { return }
        let name = coding.trimmingBlanks()
        if name.equalsIgnoringCase("gzip") || name.equalsIgnoringCase("x-gzip") {
            gzip = min(gzip ?? weight, weight)
        } else if name.equalsIgnoringCase("identity") {
            identity = min(identity ?? weight, weight)
        } else if name.elementsEqual(CollectionOfOne(UInt8(ascii: "*"))) {
            anyOther = min(anyOther ?? weight, weight)
        }
    }
}
