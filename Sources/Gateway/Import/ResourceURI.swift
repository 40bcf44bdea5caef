/// What an address such as `http://gateway.marvel.com/v1/public/comics/59524/creators` names.
struct ResourceURI: Hashable {
    let kind: Kind
    let id: Int
    /// From the root of the service on.
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

    /// The object that a `resourceURI` member names.
    init?(of json: JSON?) {
        switch json?["resourceURI"] {
        case .string(let text)?, .local(let text)?: self.init(text)
        default: return nil
        }
    }
}

extension JSON {
    /// The same with every address of the service told as its own: whoever follows one comes back to it.
    var withLocalAddresses: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withLocalAddresses))
        case .object(let members):
            .object(
                members.map { member in
                    guard member.name == "resourceURI" || member.name == "collectionURI", let text = member.value.text
                    else { return Member(member.name, member.value.withLocalAddresses) }
                    return Member(member.name, ResourceURI(text).map { .local($0.path) } ?? member.value)
                })
        default: self
        }
    }
}
