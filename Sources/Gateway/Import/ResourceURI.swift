/// A parsed API URL such as `http://gateway.marvel.com/v1/public/comics/59524/creators`.
struct ResourceURI: Hashable {
    let kind: Kind
    let id: Int
    /// The path relative to the service's root.
    let path: String

    init?(_ text: String) {
        let root = "/v1/public/".utf8
        let bytes = text.utf8
        guard let slash = bytes.indices.first(where: { bytes[$0...].starts(with: root) }) else { return nil }
        let segments = bytes[bytes.index(slash, offsetBy: root.count)...].split(separator: UInt8(ascii: "/"))
        guard segments.count >= 2, let kind = Kind(rawValue: String(segments[0]) ?? ""),
            let id = Digits.id(String(segments[1]) ?? ""), id > 0
        else { return nil }
        self.kind = kind
        self.id = id
        path = String(text[slash...])
    }

    /// Parses the `resourceURI` member of an object.
    init?(of json: JSON?) {
        switch json?["resourceURI"] {
        case .string(let text)?, .localURL(let text)?: self.init(text)
        default: return nil
        }
    }
}

extension JSON {
    /// The value with all URLs of the live service replaced by local ones, so that clients stay on this service.
    var withLocalURLs: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withLocalURLs))
        case .object(let members):
            .object(
                members.map { member in
                    guard member.name == "resourceURI" || member.name == "collectionURI", let text = member.value.text
                    else { return Member(member.name, member.value.withLocalURLs) }
                    return Member(member.name, ResourceURI(text).map { .localURL($0.path) } ?? member.value)
                })
        default: self
        }
    }
}
