import Basics

@testable import Gateway

/// The part of JSON Schema that the description of the API uses. Unlike there, a member without a schema is an error.
struct JSONSchema {
    /// The description, which references start at.
    let document: JSON

    private static let keywords: Set<String> = [
        "$ref", "anyOf", "type", "enum", "items", "properties", "required", "description",
    ]

    /// Returns the differences of a value from a schema, each with its path.
    func differences(_ value: JSON, _ schema: JSON?, at path: String = "") -> [String] {
        guard let schema, case .object(let members) = schema else { return ["\(path) has no schema"] }
        let unknown = members.map(\.name).filter { !Self.keywords.contains($0) }
        guard unknown.isEmpty else { return ["\(path) has the keywords \(unknown)"] }
        if let reference = schema["$ref"]?.text { return differences(value, resolved(reference), at: path) }
        if let schemas = schema["anyOf"]?.elements {
            let all = schemas.map { differences(value, $0, at: path) }
            return all.contains([]) ? [] : all.min { $0.count < $1.count } ?? []
        }
        if let words = schema["enum"]?.elements, !words.contains(value) { return ["\(path) is \(value.spelling)"] }
        let types = schema["type"]?.text.map { [$0] } ?? schema["type"]?.elements.compactMap(\.text) ?? []
        guard types.contains(where: { Self.isType($0, value) }) else { return ["\(path) is no \(types)"] }
        switch value {
        case .array(let elements): return elements.flatMap { differences($0, schema["items"], at: path + "[]") }
        case .object(let members): return differences(members, schema, at: path)
        default: return []
        }
    }

    private func differences(_ members: [JSON.Member], _ schema: JSON, at path: String) -> [String] {
        let names = Set(members.map(\.name))
        let missing = schema["required"]?.elements.compactMap(\.text).filter { !names.contains($0) } ?? []
        return missing.map { "\(path).\($0) is missing" }
            + members.flatMap { differences($0.value, schema["properties"]?[$0.name], at: "\(path).\($0.name)") }
    }

    /// Returns the value at a reference such as `#/components/schemas/Comic`.
    func resolved(_ reference: String) -> JSON? {
        reference.split(separator: "/").dropFirst().reduce(document as JSON?) { $0?[String($1)] }
    }

    private static func isType(_ type: String, _ value: JSON) -> Bool {
        switch value {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let digits): type == "number" || type == "integer" && Int(digits) != nil
        case .string, .localURL: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
