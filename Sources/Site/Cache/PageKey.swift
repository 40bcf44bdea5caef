import HTTP
import HTTPTypes

/// What of a request decides the bytes of a page, beside the state of whoever asks and of the source: its target, Host,
/// Accept-Encoding, Cookie and, where the way back may depend on it, Referer.
struct PageKey: Hashable, Sendable {
    /// The parts, each with a line's end, which no part holds.
    let lines: [UInt8]

    /// Nil for requests whose answers are not remembered.
    init?(_ head: RequestHead) {
        guard head.method == .get || head.method == .head else { return nil }
        var host, acceptEncoding, cookie, referer: Range<Int>?
        for line in head.lines {
            guard let field = Field(rawValue: line.name.count), head.isNamed(line, field.name) else { continue }
            switch field {
            case .host where host == nil: host = line.value
            case .acceptEncoding where acceptEncoding == nil: acceptEncoding = line.value
            case .cookie where cookie == nil: cookie = line.value
            case .referer where referer == nil: referer = line.value
            // A field that comes twice, or one with which a request is answered in another way.
            default: return nil
            }
        }
        // Only a hero's page leads back to where one came from.
        if !head.target.starts(with: "/heroes/".utf8) { referer = nil }
        var lines: [UInt8] = []
        lines.reserveCapacity(head.bytes.count)
        for part in [head.targetRange, host, acceptEncoding, cookie, referer] {
            if let part { lines += head.bytes[part] }
            lines.append(UInt8(ascii: "\n"))
        }
        self.lines = lines
    }

    // All bytes at once, which takes a fraction of the time of one by one.
    func hash(into hasher: inout Hasher) { lines.withUnsafeBytes { hasher.combine(bytes: $0) } }

    /// The fields that count, by the lengths of their names.
    private enum Field: Int {
        case host = 4
        case cookie = 6
        case referer = 7
        case ifMatch = 8
        case purpose = 11
        case acceptEncoding = 15

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
    }
}
