import HTTPTypes

/// A field's name, and what it means to the server itself.
struct FieldName {
    enum Meaning {
        case host, contentLength, transferEncoding, connection, expect
        /// No list, so that of two of them each reader would take another.
        case single
        /// Would be taken for another field where names become those of variables.
        case lookalike
        case other
    }

    let name: HTTPField.Name
    let meaning: Meaning

    /// Nil where the bytes are no token.
    init?(_ bytes: ArraySlice<UInt8>) {
        if let known = Self.known[Self.bucket(bytes)].first(where: { $0.name.rawName.utf8.elementsEqual(bytes) }) {
            self = known
        } else {
            self.init(String(decoding: bytes, as: UTF8.self))
        }
    }

    private init?(_ text: String) {
        guard let name = HTTPField.Name(text) else { return nil }
        self.name = name
        meaning =
            switch name.canonicalName {
            case "host": .host
            case "content-length": .contentLength
            case "transfer-encoding": .transferEncoding
            case "connection": .connection
            case "expect": .expect
            case "content-type", "content-range", "authorization", "range", "if-range", "if-modified-since",
                "if-unmodified-since":
                .single
            case "content_length", "transfer_encoding": .lookalike
            default: .other
            }
    }

    /// The names of nearly all fields, as browsers and tools write them: made once and not for each request.
    private static let known: [[FieldName]] = {
        let names = [
            "Host", "User-Agent", "Accept", "Accept-Language", "Accept-Encoding", "Connection", "Cookie", "Referer",
            "Origin", "Content-Type", "Content-Length", "Cache-Control", "Pragma", "DNT", "If-None-Match",
            "If-Modified-Since", "Upgrade-Insecure-Requests", "Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site",
            "Sec-Fetch-User", "Priority", "sec-ch-ua", "sec-ch-ua-mobile", "sec-ch-ua-platform", "Sec-GPC",
            "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Range", "If-Range",
        ]
        var buckets = [[FieldName]](repeating: [], count: 64)
        for name in names.compactMap({ FieldName($0) }) {
            buckets[bucket(Array(name.name.rawName.utf8)[...])].append(name)
        }
        return buckets
    }()

    private static func bucket(_ bytes: ArraySlice<UInt8>) -> Int {
        (bytes.count &* 7 &+ Int(bytes.first ?? 0) &+ Int(bytes.last ?? 0) &* 3) & 63
    }
}
