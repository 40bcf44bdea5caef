import Basics
import HTTP
import HTTPTypes
import Support
import Testing

@testable import Gateway

/// The description is compared with the answers of the gateway, over the bundled catalogue with its pictures.
@Suite("The OpenAPI description")
struct OpenAPITests {
    private let client: GatewayClient
    private let description: JSON

    init() async throws {
        let bundled = try BundledCatalogue.client.get().gateway
        client = GatewayClient(
            gateway: Gateway(
                archive: bundled.archive, configuration: bundled.configuration,
                images: Images(try BundledCatalogue.catalogue.get())))
        description = try JSONParser.parse(await client.get("/openapi.json").bytes)
    }

    private var operations: [DescribedOperation] {
        guard case .object(let paths)? = description["paths"] else { return [] }
        return paths.compactMap { path in path.value["get"].map { DescribedOperation(path.name, $0, description) } }
    }

    private func operation(_ path: String) throws -> DescribedOperation {
        try #require(operations.first { $0.path == path }, "\(path)")
    }

    @Test("has every path of the router, and no others")
    func paths() throws {
        let kinds = Kind.allCases.map(\.rawValue)
        let words = kinds.flatMap { kind in [kind, "\(kind)/{id}"] + kinds.map { "\(kind)/{id}/\($0)" } }
        let candidates = (words + kinds.map { "\($0)/{id}/to/{other}" } + ["search"]).map { "/v1/public/" + $0 }
        let routes = candidates.filter { (try? Endpoint(path: $0[...])) != nil }
        #expect(routes.count == 2 * kinds.count + Kind.allCases.map(\.related.count).reduce(0, +) + 2)
        #expect(Set(operations.map(\.path).filter { !$0.hasPrefix("/images/") }) == Set(routes))
        #expect(Set(operations.map(\.id)).count == operations.count)
    }

    @Test("has parameters that are answered by an object with its schema; others are refused")
    func parameters() async throws {
        for operation in operations where !operation.path.hasPrefix("/images/") {
            let path = try await example(operation.path)
            #expect(await client.get(path + "?nothing=1").status == .conflict, "\(path)")
            let needed = operation.path.hasSuffix("search") ? "q=spider&" : ""
            for parameter in operation.parameters where parameter["in"] == "query" {
                let name = try #require(parameter["name"]?.text)
                let values = DescribedOperation.values(try #require(parameter["schema"]))
                // A related list has the filters of its kind, so one value of each is enough there.
                for value in operation.path.contains("{id}") ? values.prefix(1) : values[...] {
                    let limit = name == "limit" || !operation.names.contains("limit") ? "" : "&limit=1"
                    let target = "\(path)?\(needed)\(name)=\(value.replacing(" ", with: "+"))\(limit)"
                    try await expectAnswer(target, operation)
                }
            }
        }
    }

    @Test("has parameters whose values are all that is valid")
    func invalidValues() async throws {
        for operation in operations where operation.path.wholeMatch(of: /\/v1\/public\/\w+/) != nil {
            let needed = operation.path.hasSuffix("search") ? "q=spider&" : ""
            for parameter in operation.parameters {
                let (name, schema) = (parameter["name"]?.text ?? "", parameter["schema"] ?? .null)
                for value in DescribedOperation.invalidValues(schema) {
                    let target = "\(operation.path)?\(needed)\(name)=\(value)"
                    #expect(await client.get(target).status == .conflict, "\(target)")
                }
            }
        }
    }

    @Test("has the schema of every object", arguments: Kind.allCases)
    func objects(kind: Kind) async throws {
        let list = try operation(kind.path)
        let facts = kind == .characters ? "&facts=true" : ""
        for offset in [0, 100] {
            try await expectAnswer("\(kind.path)?limit=100&offset=\(offset)\(facts)", list)
        }
        for id in try await client.ids("\(kind.rawValue)?limit=3") {
            for other in kind.related {
                let related = "\(kind.path)/{id}/\(other.rawValue)"
                try await expectAnswer("\(kind.path(id))/\(other.rawValue)?facts=true", try operation(related))
            }
        }
    }

    @Test("has the schemas of details, searches and paths")
    func details() async throws {
        for id in try await client.ids("characters?orderBy=-fame&limit=25") {
            try await expectAnswer(
                "\(Kind.characters.path(id))?facts=true", try operation("/v1/public/characters/{id}"))
            try await expectAnswer(
                "\(Kind.characters.path(1_009_610))/to/\(id)", try operation("/v1/public/characters/{id}/to/{other}"))
        }
        let words = [
            "house+of+m", "spidey", "stan+lee", "women+of+the+x-men", "comics+of+thor", "1963", "lawyer", "killed+gwen",
            "spdier-man", "nothing+has+this", "teams", "avengers",
        ]
        for text in words {
            try await expectAnswer("/v1/public/search?q=\(text)&facts=true", try operation("/v1/public/search"))
        }
    }

    @Test("has the pictures, in every variant and format")
    func pictures() async throws {
        let pictures = operations.filter { $0.path.hasPrefix("/images/") }
        #expect(pictures.count == 2)
        for picture in pictures {
            for kind in picture.words("kind") {
                let id = try #require(try await client.ids("\(kind)?limit=1").first)
                let first = picture.path.replacing("{kind}", with: kind).replacing("{id}", with: String(id))
                let variants = picture.words("variant").map { first.replacing("{variant}", with: $0) }
                let paths = (variants.isEmpty ? [first] : variants).map { $0.replacing("{extension}", with: "svg") }
                for path in paths { #expect(await client.get(path).status == .ok, "\(path)") }
            }
            let small = picture.path.replacing("{kind}", with: "characters").replacing("{id}", with: "1009610")
                .replacing("{variant}", with: "portrait_small")
            for word in picture.words("extension") {
                let type = await client.get(small.replacing("{extension}", with: word)).fields[.contentType]
                #expect(type == (word == "svg" ? "image/svg+xml" : "image/png"), "\(word)")
            }
        }
    }

    /// Returns a path with ids of the catalogue.
    private func example(_ path: String) async throws -> String {
        guard path.contains("{id}") else { return path }
        let kind = String(path.split(separator: "/")[2])
        let ids = try await client.ids("\(kind)?limit=2").map(String.init)
        return path.replacing("{id}", with: try #require(ids.first)).replacing("{other}", with: try #require(ids.last))
    }

    private func expectAnswer(_ target: String, _ operation: DescribedOperation) async throws {
        let response = await client.get(target)
        #expect(response.status == .ok, "\(target): \(response.text)")
        let schema = operation.schema("200")
        #expect(operation.document.differences(try JSONParser.parse(response.bytes), schema) == [], "\(target)")
    }
}

@Suite("The OpenAPI description of a gateway")
struct OpenAPIAccessTests {
    private static let keyed = GatewayConfiguration(
        baseURL: "https://heroes.example", access: .keys(["1a2b": "secret"]), dailyLimit: 1,
        now: { GatewayClient.now })

    private func description(_ client: GatewayClient) async throws -> JSON {
        try JSONParser.parse(await client.get("/openapi.json").bytes)
    }

    @Test("with keys is read without them, is not counted, and has their parameters and no key")
    func keys() async throws {
        let client = try GatewayClient(Self.keyed)
        for _ in 1...3 { #expect(await client.get("/openapi.json").status == .ok) }
        let description = try await description(client)
        #expect(description["servers"]?.elements.first?["url"] == "https://heroes.example")
        let schemes = try #require(description["components"]?["securitySchemes"])
        for name in ["apikey", "ts", "hash"] {
            #expect(description["security"]?.elements.first?[name] == .array([]))
            #expect(schemes[name]?["in"] == "query")
        }
        for text in ["1a2b", "secret"] { #expect(!description.spelling.contains(text)) }
    }

    @Test("without keys and pictures has neither their parameters and errors nor pictures")
    func open() async throws {
        let description = try await description(GatewayClient())
        #expect(description["security"] == nil)
        #expect(description["components"]?["securitySchemes"] == .object([]))
        #expect(description["components"]?["responses"]?["401"] == nil)
        #expect(!description.spelling.contains("MissingParameter"))
        #expect(!description.spelling.contains("/images/{"))
    }

    @Test("is JSON for scripts of any page, has a tag, and is only read")
    func response() async throws {
        let client = try GatewayClient()
        let response = await client.get("/openapi.json")
        #expect(response.fields[.contentType] == "application/json; charset=utf-8")
        #expect(response.fields[.accessControlAllowOrigin] == "*")
        let tag = try #require(response.fields[.eTag])
        #expect(await client.get("/openapi.json", [.ifNoneMatch: tag]).status == .notModified)
        let post = await client.gateway.respond(to: Request(method: .post, target: "/openapi.json"))
        #expect(post.status == .methodNotAllowed)
        #expect(EndpointName(Request(target: "/openapi.json")) == .openapi)
    }

    @Test("has the schema of recorded objects with null, and with numbers as strings")
    func recorded() async throws {
        let client = try GatewayClient.withOwnArchive()
        let fields: [String: JSON] = [
            "title": "A", "description": .null, "isbn": .null, "pageCount": .string("32"), "modified": .null,
            "series": .null, "thumbnail": .null,
        ]
        try client.gateway.archive.add([ArchiveEntry(kind: .comics, id: 7777, fields: fields)], marvel: true)
        let description = try await description(client)
        let operation = DescribedOperation(
            "", try #require(description["paths"]?["/v1/public/comics/{id}"]?["get"]), description)
        let differences = operation.document.differences(try await client.json("comics/7777"), operation.schema("200"))
        #expect(differences == [])
    }

    @Test("has the schemas of all errors, and those that the document names")
    func errors() async throws {
        let client = try GatewayClient.withOwnArchive(Self.keyed)
        let description = try await description(client)
        let call = try #require(description["paths"]?["/v1/public/characters"]?["get"])
        let operation = DescribedOperation("/v1/public/characters", call, description)
        let hash = Credentials.hash(timestamp: "1", secret: "secret", key: "1a2b")
        let list = "/v1/public/characters?ts=1&apikey=1a2b"
        var responses = [Gateway.errorResponse(.tooManyRequests), Gateway.errorResponse(.serviceUnavailable)]
        for target in [
            "/v1/public/characters", list + "&hash=1", list + "&hash=\(hash)&nothing=1", "\(list)&hash=\(hash)",
        ] {
            responses.append(await client.get(target))
        }
        #expect(responses.map(\.status.code) == [429, 503, 409, 401, 409, 429])
        let open = try GatewayClient.withOwnArchive()
        responses.append(await open.get("/v1/public/characters/0"))
        try await open.gateway.archive.database.write { db in try db.execute(sql: "DROP TABLE characters") }
        responses.append(await open.get("/v1/public/characters"))
        for response in responses {
            let (status, body) = (String(response.status.code), try JSONParser.parse(response.bytes))
            #expect(operation.document.differences(body, operation.schema(status)) == [], "\(status)")
            let header = operation.response(status)?["headers"]?["Retry-After"]
            #expect((header != nil) == (response.fields[.retryAfter] != nil), "\(status)")
        }
        let refused = try JSONParser.parse(Gateway.errorResponse(.uriTooLong).bytes)
        #expect(operation.document.differences(refused, operation.schema("default")) == [])
        let rows = try String(contentsOfFile: BundledCatalogue.folder + "/../../../docs/api.md", encoding: .utf8)
            .matches(of: /\| (\d{3}) \| `\{"code": "?(\w+)"?,/).map { [String($0.1), String($0.2)] }
        #expect(Set(rows) == Set(operation.examples.filter { $0[0] != "400" }))
    }
}
