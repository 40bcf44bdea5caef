/// What templates can name in a type of view.
struct Shape {
    let name: String
    let members: [String: Member]

    init(_ type: any View.Type) throws(Refusal) {
        name = String(describing: type)
        var members: [String: Member] = [:]
        for member in Self.members(type) {
            if members.updateValue(member, forKey: member.name) != nil {
                throw .init("\(name) declares the field \"\(member.name)\" twice")
            }
        }
        self.members = members
    }

    private static func members<V: View>(_ type: V.Type) -> [Member] { type.fields.map(\.member) }
}

extension Member.Kind {
    /// What the field is, in words.
    var name: String {
        switch self {
        case .text: "text"
        case .optionalText: "optional text"
        case .number: "a number"
        case .flag: "a flag"
        case .html: "markup"
        case .optionalHTML: "optional markup"
        case .url: "a url"
        case .optionalURL: "an optional url"
        case .view: "a view"
        case .optionalView: "an optional view"
        case .list: "a list"
        case .later: "data that can come later"
        }
    }
}

extension Member.Kind {
    /// Whether a variable can show it.
    var isWritten: Bool {
        switch self {
        case .text, .optionalText, .number, .html, .optionalHTML, .url, .optionalURL: true
        case .flag, .view, .optionalView, .list, .later: false
        }
    }

    /// Whether an inverted section of it can ever show.
    var canBeMissing: Bool {
        switch self {
        case .optionalText, .flag, .optionalHTML, .optionalURL, .optionalView, .list, .later: true
        case .text, .number, .html, .url, .view: false
        }
    }

    var isList: Bool { if case .list = self { true } else { false } }
}

extension Scope.Found {
    func refusal(_ reason: String) -> Refusal {
        Refusal("\"\(member.name)\" in \(owner) is \(member.kind.name): \(reason)")
    }
}
