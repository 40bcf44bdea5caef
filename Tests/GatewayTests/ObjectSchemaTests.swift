import Support
import Testing

@testable import Gateway

@Suite("Objects and their envelope")
struct ObjectSchemaTests {
    private let schemas: JSON

    init() throws { schemas = try JSONParser.parse(Fixture.bytes("gateway/shapes.json")) }

    @Test("have the fields, order and types of recorded responses", arguments: Kind.allCases)
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
