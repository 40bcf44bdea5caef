import Testing

@testable import Gateway

/// The fields of an object, their order and their types, as in recorded responses.
///
/// In the fixture, `"null|string"` lists the allowed types of a value, a list contains the schema of its elements, and
/// an object with `"nullable"` may be null.
struct ObjectSchema {
    let json: JSON

    /// Returns the differences of a value from the schema, each with its path.
    func differences(_ value: JSON, at path: String = "") -> [String] {
        switch json {
        case .string(let types):
            let type = Self.type(value)
            return types.split(separator: "|").contains { $0 == type } ? [] : ["\(path) is \(type), not \(types)"]
        case .array(let element):
            guard case .array(let values) = value, let schema = element.first else { return ["\(path) is not a list"] }
            return values.flatMap { ObjectSchema(json: schema).differences($0, at: path) }
        case .object(let members): return differences(value, members.filter { $0.name != "nullable" }, at: path)
        default: return ["the schema of \(path) is invalid"]
        }
    }

    private func differences(_ value: JSON, _ schema: [JSON.Member], at path: String) -> [String] {
        if value == .null, json["nullable"] != nil { return [] }
        guard case .object(let members) = value else { return ["\(path) is not an object"] }
        guard members.map(\.name) == schema.map(\.name) else { return ["\(path) has \(members.map(\.name))"] }
        return zip(members, schema).flatMap {
            ObjectSchema(json: $1.value).differences($0.value, at: "\(path).\($0.name)")
        }
    }

    private static func type(_ value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool: "bool"
        case .number: "number"
        case .string, .localURL: "string"
        case .array: "list"
        case .object: "object"
        }
    }
}
