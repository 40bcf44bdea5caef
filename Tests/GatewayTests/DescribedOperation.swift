import Basics

@testable import Gateway

/// A described call.
struct DescribedOperation {
    let path: String
    let document: JSONSchema
    private let json: JSON

    init(_ path: String, _ json: JSON, _ document: JSON) {
        (self.path, self.json, self.document) = (path, json, JSONSchema(document: document))
    }

    var id: String { json["operationId"]?.text ?? "" }
    var names: [String] { parameters.compactMap { $0["name"]?.text } }
    var parameters: [JSON] { json["parameters"]?.elements.map(resolved) ?? [] }

    func response(_ status: String) -> JSON? { json["responses"]?[status].map(resolved) }

    func schema(_ status: String) -> JSON? { response(status)?["content"]?["application/json"]?["schema"] }

    /// The words of a path parameter.
    func words(_ name: String) -> [String] {
        let parameter = parameters.first { $0["name"]?.text == name }
        return parameter?["schema"]?["enum"]?.elements.compactMap(\.text) ?? []
    }

    /// The statuses and codes of all errors that the responses have as examples.
    var examples: [[String]] {
        guard case .object(let responses)? = json["responses"] else { return [] }
        return responses.flatMap { response in
            guard case .object(let examples)? = resolved(response.value)["content"]?["application/json"]?["examples"]
            else { return [[String]]() }
            return examples.compactMap { example in
                let code = example.value["value"]?["code"]?.textOrNumber ?? ""
                let others = ["ResourceNotFound": "404", "MethodNotAllowed": "405", "BadRequest": "400"]
                return [others[code] ?? response.name, code]
            }
        }
    }

    private func resolved(_ value: JSON) -> JSON {
        value["$ref"]?.text.flatMap(document.resolved) ?? value
    }

    /// Returns valid values of a parameter: every word, or the ends of a range, or one that has the format.
    static func values(_ schema: JSON) -> [String] {
        if let words = schema["enum"]?.elements { return words.map { $0.text ?? $0.spelling } }
        if schema["format"] == "date" { return ["2014-05-13"] }
        switch schema["type"]?.text {
        case "array":
            let values = values(schema["items"] ?? .null)
            guard let count = schema["minItems"]?.int, count > 1 else {
                return values + [values.joined(separator: ",")]
            }
            return [Array(repeating: values[0], count: count).joined(separator: ",")]
        case "boolean": return ["true", "false"]
        case "integer", "number":
            return ["minimum", "maximum"].compactMap { schema[$0]?.int }.map(String.init)
                + (schema["maximum"] == nil ? ["7"] : [])
        default: return ["a"]
        }
    }

    /// Returns values outside of a parameter's schema.
    static func invalidValues(_ schema: JSON) -> [String] {
        if schema["enum"] != nil || schema["format"] != nil { return ["nothing", ""] }
        switch schema["type"]?.text {
        case "array":
            let many = schema["maxItems"]?.int.map { (0...$0).map { String($0 + 1) }.joined(separator: ",") }
            return ["nothing"] + [many].compactMap(\.self)
        case "boolean": return ["nothing"]
        case "integer", "number":
            let below = schema["minimum"]?.int.map { String($0 - 1) }
            let above = schema["maximum"]?.int.map { String($0 + 1) }
            let between = schema["multipleOf"] == nil ? nil : "1961"
            return ["nothing"] + [below, above, between].compactMap(\.self)
        default: return [""]
        }
    }
}
