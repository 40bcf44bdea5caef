import Heroes

/// One question to the API: the path below `/v1/public` and its own part of the query.
struct Endpoint: Hashable, Sendable {
    let path: String
    let query: [Parameter]

    /// One name and value of a query, not yet percent-encoded.
    struct Parameter: Hashable, Sendable {
        let name: String
        let value: String
    }

    static func heroes(_ query: HeroQuery) -> Endpoint {
        let start = query.nameStartsWith.flatMap { $0.isBlank ? nil : Parameter(name: "nameStartsWith", value: $0) }
        return Endpoint(
            path: "/characters",
            query: [start].compactMap(\.self) + [Parameter(name: "orderBy", value: "name")] + parameters(query.window))
    }

    static func hero(_ id: Hero.ID) -> Endpoint { Endpoint(path: "/characters/\(id)", query: []) }

    static func works(_ section: Section, of hero: Hero.ID, _ window: Window) -> Endpoint {
        Endpoint(path: "/characters/\(hero)/\(section.rawValue)", query: parameters(window))
    }

    /// The API refuses limits outside of 1 to 100 and negative offsets.
    private static func parameters(_ window: Window) -> [Parameter] {
        [
            Parameter(name: "limit", value: "\(min(max(window.limit, 1), 100))"),
            Parameter(name: "offset", value: "\(max(window.offset, 0))"),
        ]
    }

    /// The whole URL, for one signed call.
    func url(below base: String, _ signature: Signature) -> String {
        let pairs = (query + signature.parameters).map { "\($0.name)=\($0.value.percentEncoded)" }
        return "\(base)\(path)?\(pairs.joined(separator: "&"))"
    }
}

extension String {
    /// Every byte that is not unreserved (RFC 3986 section 2.3) as a percent sign and two hexadecimal digits.
    var percentEncoded: String {
        let digits = Array("0123456789ABCDEF".utf8)
        let bytes = utf8.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                [byte]
            default: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
