import Glibc
import HTTP
import HTTPTypes

/// What of a request decides the bytes of a page, beside the state of whoever asks and of the source: its target, Host,
/// Accept-Encoding, Cookie and, where the way back may depend on it, Referer.
///
/// It points into the request's own bytes, so that to look for a page copies none of them.
struct PageKey {
    private let bytes: [UInt8]
    /// Where the parts are; what is not there is empty.
    private let parts: Parts
    /// The same for the same parts, and seldom the same for others.
    let hash: Int

    /// Nil for requests whose answers are not remembered.
    init?(_ head: RequestHead) {
        guard head.method == .get || head.method == .head else { return nil }
        var parts = Parts(target: head.targetRange)
        for line in head.lines {
            guard let field = Field(length: line.name.count), head.isNamed(line, field.name) else { continue }
            guard parts.take(field, line.value) else { return nil }
        }
        self.init(head.bytes, parts)
    }

    init?(_ request: Request) {
        guard request.method == .get || request.method == .head else { return nil }
        var bytes = Array(request.target.utf8)
        var parts = Parts(target: bytes.indices)
        for requestField in request.fields {
            let name = requestField.name.canonicalName
            guard let field = Field(length: name.utf8.count), name.utf8.elementsEqual(field.name.bytes) else {
                continue
            }
            let start = bytes.count
            requestField.withUnsafeBytesOfValue { bytes.append(contentsOf: $0) }
            guard parts.take(field, start..<bytes.count) else { return nil }
        }
        self.init(bytes, parts)
    }

    private init(_ bytes: [UInt8], _ all: Parts) {
        var parts = all
        // Only a hero's page leads back to where one came from.
        if !bytes.holds("/heroes/", at: parts.target) { parts.dropReferer() }
        var hasher = Hasher()
        bytes.withUnsafeBytes { bytes in
            for index in 0..<Parts.count {
                hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes[parts[index]]))
                hasher.combine(UInt8.lineEnd)
            }
        }
        (self.bytes, self.parts, hash) = (bytes, parts, hasher.finalize())
    }

    /// The parts as they are kept with a page, each with a line's end, which no part holds.
    var lines: [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity((0..<Parts.count).reduce(0) { $0 + parts[$1].count + 1 })
        for index in 0..<Parts.count {
            lines += bytes[parts[index]]
            lines.append(.lineEnd)
        }
        return lines
    }

    /// Whether those lines are of the same parts.
    func isSame(as lines: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            lines.withUnsafeBytes { lines in
                // A target is never empty, and a line never.
                guard let base = bytes.baseAddress, let line = lines.baseAddress else { return false }
                var start = 0
                for index in 0..<Parts.count {
                    let part = parts[index]
                    let end = start + part.count
                    guard end < lines.count, lines[end] == .lineEnd,
                        memcmp(base + part.lowerBound, line + start, part.count) == 0
                    else { return false }
                    start = end + 1
                }
                return start == lines.count
            }
        }
    }

    /// The fields that count, told apart by the lengths of their names.
    private enum Field {
        case host, cookie, referer, acceptEncoding, purpose, ifMatch

        init?(length: Int) {
            switch length {
            case 4: self = .host
            case 6: self = .cookie
            case 7: self = .referer
            case 8: self = .ifMatch
            case 11: self = .purpose
            case 15: self = .acceptEncoding
            default: return nil
            }
        }

        var name: StaticString {
            switch self {
            case .host: "host"
            case .cookie: "cookie"
            case .referer: "referer"
            case .ifMatch: "if-match"
            case .purpose: "sec-purpose"
            case .acceptEncoding: "accept-encoding"
            }
        }

        /// Its place among the parts; nil where a request with it is answered in another way.
        var part: Int? {
            switch self {
            case .host: 1
            case .acceptEncoding: 2
            case .cookie: 3
            case .referer: 4
            case .purpose, .ifMatch: nil
            }
        }
    }

    private struct Parts {
        static let count = 5

        private var ranges: InlineArray<5, Range<Int>>
        private var taken: UInt8 = 0

        init(target: Range<Int>) {
            ranges = InlineArray(repeating: 0..<0)
            ranges[0] = target
        }

        var target: Range<Int> { ranges[0] }

        subscript(index: Int) -> Range<Int> { ranges[index] }

        /// False for a field that comes twice, and for one with which a request is answered in another way.
        mutating func take(_ field: Field, _ value: Range<Int>) -> Bool {
            guard let part = field.part, taken & 1 << part == 0 else { return false }
            taken |= 1 << part
            ranges[part] = value
            return true
        }

        mutating func dropReferer() { ranges[4] = 0..<0 }
    }
}

extension UInt8 {
    fileprivate static let lineEnd = UInt8(ascii: "\n")
}

extension [UInt8] {
    /// Whether the text is what begins there.
    fileprivate func holds(_ text: StaticString, at range: Range<Int>) -> Bool {
        guard range.count >= text.utf8CodeUnitCount else { return false }
        return withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            return memcmp(start + range.lowerBound, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
