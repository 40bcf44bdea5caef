import Basics
import Support
import Testing

@testable import Gateway

@Suite("Objects and their envelope")
struct ObjectSchemaTests {
    private let schemas: JSON

    init() throws { schemas = try JSONParser.parse(Fixture.bytes("gateway/shapes.json")) }

    @Test("have the fields, order and types of recorded responses", arguments: Kind.marvel)
    func objects(kind: Kind) async throws {
        let client = try GatewayClient()
        let schema = ObjectSchema(json: try #require(schemas[kind.rawValue]))
        let objects = try await client.results("\(kind.rawValue)?limit=100")
        #expect(!objects.isEmpty)
        for object in objects { #expect(schema.differences(object) == []) }
        for id in objects.compactMap({ $0["id"]?.int }) {
            #expect(try await client.results("\(kind.rawValue)/\(id)").first == objects.first { $0["id"]?.int == id })
        }
    }

    @Test("are in an envelope with the recorded order of members")
    func envelope() async throws {
        guard case .object(let members) = try await GatewayClient().json("characters") else {
            Issue.record("no object"); return
        }
        let envelope = try #require(schemas["envelope"])
        guard case .object(let expected) = envelope, case .object(let data)? = envelope["data"] else { return }
        #expect(members.map(\.name) == expected.map(\.name))
        guard case .object(let dataMembers)? = members.last?.value else { Issue.record("no data"); return }
        #expect(dataMembers.map(\.name) == data.map(\.name) + ["results"])
        #expect(members.prefix(2).map(\.value) == [.integer(200), .string("Ok")])
    }

    @Test("match the fixture byte for byte")
    func bytes() async throws {
        let response = await (try GatewayClient()).get("/v1/public/characters?name=Under_score")
        #expect(response.text == (try Fixture.text("gateway/under-score.json")).trimmingSuffix("\n"))
    }

    @Test("have an attribution: of the project for the catalogue, of Marvel for an imported archive")
    func attribution() async throws {
        let client = try GatewayClient.withOwnArchive()
        let own = try await client.json("characters?limit=1")
        #expect(own["attributionText"]?.text?.contains("MarvelHeroes") == true)
        #expect(own["attributionHTML"]?.text?.contains(#"<a href="https://www.marvel.com">"#) == true)
        let entry = ArchiveEntry(kind: .characters, id: 77, fields: ["name": .string("Imported")])
        try client.gateway.archive.add([entry], marvel: true)
        let imported = try await client.json("characters?limit=1")
        #expect(imported["copyright"] == .string("© 2026 MARVEL"))
        #expect(imported["attributionText"] == .string("Data provided by Marvel. © 2026 MARVEL"))
        #expect(
            imported["attributionHTML"]
                == .string(#"<a href="http://marvel.com">Data provided by Marvel. © 2026 MARVEL</a>"#))
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}

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

@Suite("Apps with typed models of the former API")
struct TypedClientTests {
    /// The words that code generators make enums of.
    private static let formats: Set = [
        "Comic", "Magazine", "Trade Paperback", "Hardcover", "Digest", "Graphic Novel", "Digital Comic",
        "Infinite Comic",
    ]

    private static let links: Set = ["detail", "wiki", "comiclink", "purchase", "reader", "inAppLink"]

    @Test("decode every object of the bundled catalogue: its fields, types and known words", arguments: Kind.marvel)
    func catalogue(kind: Kind) async throws {
        let schemas = try JSONParser.parse(Fixture.bytes("gateway/shapes.json"))
        let schema = ObjectSchema(json: try #require(schemas[kind.rawValue]))
        for object in try await BundledCatalogue.objects(kind) {
            #expect(schema.differences(object) == [])
            let urls = object["urls"]?.elements.compactMap { $0["type"]?.text } ?? []
            #expect(Self.links.isSuperset(of: urls))
            switch kind {
            case .comics:
                #expect(Self.formats.contains(object["format"]?.text ?? ""))
                #expect(object["issueNumber"]?.int != nil, "most apps declare an integer")
            case .series: #expect(["", "collection", "one shot", "limited", "ongoing"].contains(object["type"]?.text))
            case .stories: #expect(["cover", "story"].contains(object["type"]?.text))
            case .characters, .creators, .events, .teams: break
            }
        }
    }

    @Test("find the list elements that they use without a test: two links of a hero, a date and a price of a comic")
    func firstElements() async throws {
        for hero in try await BundledCatalogue.objects(.characters) {
            #expect(hero["urls"]?.elements.count ?? 0 >= 2)
            #expect(hero["urls"]?.elements.first?["type"]?.text == "detail")
        }
        for comic in try await BundledCatalogue.objects(.comics) {
            #expect(comic["dates"]?.elements.first?["type"]?.text == "onsaleDate")
            #expect(comic["prices"]?.elements.first?["type"]?.text == "printPrice")
            #expect(comic["urls"]?.elements.first?["type"]?.text == "detail")
            #expect(comic["images"]?.elements.first != nil)
        }
    }
}
