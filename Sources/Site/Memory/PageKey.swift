import HTTP
import HTTPTypes

/// What of a request decides the bytes of a page, beside the state of whoever asks and of the source.
struct PageKey: Hashable {
    /// Target, Host, Accept-Encoding, Cookie and, where the way back may depend on it, Referer; none has a line's end.
    private let bytes: [UInt8]

    /// Nil for requests whose answers are not remembered.
    init?(_ head: RequestHead) {
        guard head.method == .get || head.method == .head else { return nil }
        var parts = Parts()
        for line in head.lines {
            guard let part = Part(length: line.name.count), head.isNamed(line, part.name) else { continue }
            guard parts.take(part, line.value) else { return nil }
        }
        bytes = parts.joined(head.target, head.bytes)
    }

    init?(_ request: Request) {
        guard request.method == .get || request.method == .head else { return nil }
        var parts = Parts()
        var values: [UInt8] = []
        for field in request.fields {
            let name = field.name.canonicalName
            guard let part = Part(length: name.utf8.count), name.utf8.elementsEqual(part.name.bytes) else { continue }
            let start = values.count
            field.withUnsafeBytesOfValue { values.append(contentsOf: $0) }
            guard parts.take(part, start..<values.count) else { return nil }
        }
        bytes = parts.joined(Array(request.target.utf8)[...], values)
    }

    func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }

    /// The fields that count, told apart by the lengths of their names.
    private enum Part {
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
    }

    /// Where the values are.
    private struct Parts {
        private var host: Range<Int>?
        private var cookie: Range<Int>?
        private var referer: Range<Int>?
        private var acceptEncoding: Range<Int>?

        /// False for a field that comes twice, and for one with which a request is answered in another way.
        mutating func take(_ part: Part, _ value: Range<Int>) -> Bool {
            switch part {
            case .host: Self.set(&host, value)
            case .cookie: Self.set(&cookie, value)
            case .referer: Self.set(&referer, value)
            case .acceptEncoding: Self.set(&acceptEncoding, value)
            case .purpose, .ifMatch: false
            }
        }

        private static func set(_ place: inout Range<Int>?, _ value: Range<Int>) -> Bool {
            defer { place = value }
            return place == nil
        }

        func joined(_ target: ArraySlice<UInt8>, _ values: [UInt8]) -> [UInt8] {
            // Only a hero's page leads back to where one came from.
            let ranges = [host, acceptEncoding, cookie, target.starts(with: "/heroes/".utf8) ? referer : nil]
            var joined: [UInt8] = []
            joined.reserveCapacity(target.count + ranges.reduce(ranges.count) { $0 + ($1?.count ?? 0) })
            joined += target
            for range in ranges {
                joined.append(UInt8(ascii: "\n"))
                if let range { joined += values[range] }
            }
            return joined
        }
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
