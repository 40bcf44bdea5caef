import Basics
import HTTPTypes
import Pictures

/// The description of the API in OpenAPI 3.1, made from the tables that answer its calls.
struct OpenAPI {
    private let baseURL: String
    private let isOpen: Bool
    private let hasPictures: Bool
    /// True for an archive of recorded responses, some of which have null, or numbers as strings.
    let isRecorded: Bool
    /// The responses besides 200, by status.
    private let responses: [JSON.Member]

    init(_ gateway: Gateway, isRecorded: Bool, baseURL: String) {
        (self.baseURL, self.isRecorded) = (baseURL, isRecorded)
        isOpen = if case .open = gateway.configuration.access { true } else { false }
        hasPictures = gateway.images != nil
        responses = Self.responses(isOpen: isOpen)
    }

    var document: JSON {
        var members: [JSON.Member] = [
            JSON.Member("openapi", "3.1.0"), JSON.Member("info", Self.info),
            JSON.Member("servers", .array([["url": .string(baseURL)]])),
        ]
        let schemes = ListQuery.common.map { name in
            JSON.Member(name, ["type": "apiKey", "in": "query", "name": .string(name)])
        }
        if !isOpen {
            let all = schemes.map { JSON.Member($0.name, .array([])) }
            members.append(JSON.Member("security", .array([.object(all)])))
        }
        let components: JSON = [
            "securitySchemes": .object(isOpen ? [] : schemes), "parameters": .object(parameters),
            "responses": .object(responses), "schemas": .object(schemas),
        ]
        return .object(members + [JSON.Member("paths", .object(paths)), JSON.Member("components", components)])
    }

    private static let info: JSON = [
        "title": "MarvelHeroes API", "version": "v1",
        "description": """
        Marvel's former comics API, read only, with search, facts and teams. Each call with GET may also be made with HEAD. \
        hash is the MD5 of ts, the private key and the public key (apikey) in hexadecimal digits. Every member of an \
        object that is in required is always there: what is unknown has the value that its description names.
        """,
    ]
}

extension OpenAPI {
    private var paths: [JSON.Member] {
        let lists = Kind.allCases.flatMap { kind in
            [list(kind), object(kind)] + kind.related.map { list($0, of: kind) }
        }
        return lists + [search, heroPath] + (hasPictures ? Self.pictures : [])
    }

    private func list(_ kind: Kind, of owner: Kind? = nil) -> JSON.Member {
        let names =
            ["limit", "offset", "\(kind.rawValue).orderBy"] + (kind == .characters || owner != nil ? ["facts"] : [])
        let filters = kind.filters.keys.sorted().map { "\(kind.rawValue).\($0)" }
        return operation(
            (owner.map { "\($0.path)/{id}/\(kind.rawValue)" } ?? kind.path, ["id"]),
            "get\(owner?.typeName ?? "")\(kind.typeName)Collection",
            owner.map { "The \(kind.rawValue) related to one of the \($0.rawValue)" } ?? "All \(kind.rawValue)",
            names + filters, result: kind.typeName)
    }

    private func object(_ kind: Kind) -> JSON.Member {
        operation(
            ("\(kind.path)/{id}", ["id"]), "get\(kind.typeName)Individual", "One of the \(kind.rawValue), in a list",
            kind == .characters ? ["facts"] : [], result: kind.typeName)
    }

    private var search: JSON.Member {
        operation(
            ("/v1/public/search", []), "search",
            "Characters by all that is known of them and the other kinds by names, or the objects of one kind",
            ["q", "kind", "limit", "offset", "facts"], result: "Search")
    }

    private var heroPath: JSON.Member {
        operation(
            ("\(Kind.characters.path)/{id}/to/{other}", ["id", "other"]), "getCharacterPath",
            "The shortest path from one character to another, without the first", [], result: "Step")
    }

    /// Describes GET of a path; of `ids`, those that occur in the path are its parameters.
    private func operation(
        _ path: (template: String, ids: [String]), _ id: String, _ summary: String, _ names: [String], result: String
    ) -> JSON.Member {
        let ids = path.ids.filter { path.template.contains("{\($0)}") }
        let success: JSON = [
            "description": "Objects in an envelope",
            "headers": ["ETag": ["description": "The etag of the envelope, for If-None-Match", "schema": Self.text]],
            "content": Self.json(Self.reference("schemas", result + "DataWrapper")),
        ]
        let others = responses.map { JSON.Member($0.name, Self.reference("responses", $0.name)) }
        return JSON.Member(
            path.template,
            [
                "get": [
                    "operationId": .string(id), "summary": .string(summary),
                    "parameters": .array((ids + names).map { Self.reference("parameters", $0) }),
                    "responses": .object([JSON.Member("200", success)] + others),
                ]
            ])
    }

    /// The pictures that this gateway draws, which need no keys.
    private static var pictures: [JSON.Member] {
        let variants = ImageVariant.sizes.keys.filter { !$0.isEmpty }.map(String.init).sorted()
        let words: [(name: String, schema: JSON)] = [
            ("kind", .words(Picture.Kind.allCases.map(\.rawValue))), ("id", ["type": "integer"]),
            ("variant", .words(variants)), ("extension", .words(["png", "svg", "jpg", "gif"])),
        ]
        let content: JSON = ["image/png": .object([]), "image/svg+xml": .object([])]
        return ["/images/{kind}/{id}/{variant}.{extension}", "/images/{kind}/{id}.{extension}"].map { path in
            let parameters = words.filter { path.contains("{\($0.name)}") }
                .map { parameter($0.name, in: "path", $0.schema) }
            let responses: JSON = [
                "200": ["description": "SVG if the extension is svg, or else PNG", "content": content],
                "304": reference("responses", "304"), "default": reference("responses", "default"),
            ]
            return JSON.Member(
                path,
                [
                    "get": [
                        "operationId": path.contains("variant") ? "getPicture" : "getFullPicture",
                        "summary": "The picture with this path and extension in an object", "security": .array([]),
                        "parameters": .array(parameters), "responses": responses,
                    ]
                ])
        }
    }
}

extension OpenAPI {
    private var parameters: [JSON.Member] {
        let limit: JSON = [
            "type": "integer", "minimum": .integer(1), "maximum": .integer(ListQuery.largestLimit),
            "default": .integer(ListQuery.defaultLimit),
        ]
        let shared = [
            ("id", Self.parameter("id", in: "path", ["type": "integer"])),
            ("other", Self.parameter("other", in: "path", ["type": "integer"])),
            ("limit", Self.parameter("limit", limit)),
            ("offset", Self.parameter("offset", ["type": "integer", "minimum": .integer(0), "default": .integer(0)])),
            ("facts", Self.parameter("facts", ["type": "boolean", "enum": .array([.bool(true)])])),
            ("q", Self.parameter("q", ["type": "string", "minLength": .integer(1)], isRequired: true)),
            ("kind", Self.parameter("kind", .words(Kind.searched.map(\.rawValue)))),
        ]
        let own = Kind.allCases.flatMap { kind in
            let keys = kind.orderings.keys.sorted().flatMap { [$0, "-" + $0] }
            let filters = kind.filters.sorted { $0.key < $1.key }.map { ($0.key, $0.value.schema) }
            return (filters + [("orderBy", ["type": "array", "items": .words(keys), "minItems": .integer(1)])])
                .map { ("\(kind.rawValue).\($0)", Self.parameter($0, $1)) }
        }
        return (shared + own).map { JSON.Member($0.0, $0.1) }
    }

    private static func parameter(
        _ name: String, in place: String = "query", _ schema: JSON, isRequired: Bool = false
    ) -> JSON {
        var members = [
            JSON.Member("name", .string(name)), JSON.Member("in", .string(place)),
            JSON.Member("required", .bool(isRequired || place == "path")), JSON.Member("schema", schema),
        ]
        // The elements of a list are separated by commas.
        if schema["type"] == "array" { members.append(JSON.Member("explode", .bool(false))) }
        return .object(members)
    }

    /// Describes 304, each status with errors of calls, and by default the errors of other requests.
    private static func responses(isOpen: Bool) -> [JSON.Member] {
        let keyErrors: Set<String> = ["MissingParameter", "InvalidCredentials"]
        let errors = GatewayError.examples.filter { !isOpen || !keyErrors.contains($0.json["code"]?.text ?? "") }
        let byStatus = Dictionary(grouping: errors) { $0.isOfOtherRequests ? "default" : "\($0.status.code)" }
        let unchanged: JSON = ["description": "The object or list still has the ETag in If-None-Match."]
        return [JSON.Member("304", unchanged)]
            + byStatus.sorted { $0.key < $1.key }.map { JSON.Member($0, response($1)) }
    }

    private static func response(_ errors: [GatewayError]) -> JSON {
        let families = errors.map { $0.hasMessage ? "ServiceError" : "CallError" }.unique(by: \.self)
        let examples = errors.map { JSON.Member($0.name, ["value": $0.json]) }
        let content: JSON = [
            "schema": .anyOf(families.map { reference("schemas", $0) }), "examples": .object(examples),
        ]
        let texts = errors.compactMap { ($0.json["message"] ?? $0.json["status"])?.text }.unique(by: \.self)
        var members = [
            JSON.Member("description", .string(texts.joined(separator: " / "))),
            JSON.Member("content", ["application/json": content]),
        ]
        let delays = errors.compactMap { error in error.retryAfter.map { "\(error.name): such as \($0)" } }
        if !delays.isEmpty {
            let description = JSON.string("Seconds. " + delays.joined(separator: "; "))
            let header: JSON = ["description": description, "schema": ["type": "integer"]]
            members.append(JSON.Member("headers", ["Retry-After": header]))
        }
        return .object(members)
    }
}

extension OpenAPI {
    static let text: JSON = ["type": "string"]

    static func reference(_ part: String, _ name: String) -> JSON {
        ["$ref": .string("#/components/\(part)/\(name)")]
    }

    private static func json(_ schema: JSON) -> JSON { ["application/json": ["schema": schema]] }
}
