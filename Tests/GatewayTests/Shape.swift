import Testing

@testable import Gateway

/// Which fields an object has, in which order and of which types, as the recorded answers had them.
///
/// In the fixture, `"null|string"` names the types a value may have, a list holds the shape of its elements, and an
/// object with `"nullable"` may be null.
struct Shape {
    let json: JSON

    /// What is different about a value, by the path to it.
    func complaints(_ value: JSON, at path: String = "") -> [String] {
        switch json {
        case .string(let types):
            let type = Self.type(value)
            return types.split(separator: "|").contains { $0 == type } ? [] : ["\(path) is \(type), not \(types)"]
        case .array(let element):
            guard case .array(let values) = value, let shape = element.first else { return ["\(path) is no list"] }
            return values.flatMap { Shape(json: shape).complaints($0, at: path) }
        case .object(let members): return complaints(value, members.filter { $0.name != "nullable" }, at: path)
        default: return ["the shape of \(path) is none"]
        }
    }

    private func complaints(_ value: JSON, _ shape: [JSON.Member], at path: String) -> [String] {
        if value == .null, json["nullable"] != nil { return [] }
        guard case .object(let members) = value else { return ["\(path) is no object"] }
        guard members.map(\.name) == shape.map(\.name) else { return ["\(path) has \(members.map(\.name))"] }
        return zip(members, shape).flatMap { Shape(json: $1.value).complaints($0.value, at: "\(path).\($0.name)") }
    }

    private static func type(_ value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .number: "number"
        case .string, .local: "string"
        case .array: "list"
        case .object: "object"
        }
    }
}
