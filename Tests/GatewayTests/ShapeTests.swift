import Support
import Testing

@testable import Gateway

@Suite("Objects and their envelope")
struct ShapeTests {
    private let shapes: JSON

    init() throws { shapes = try JSONParser.parse(Fixture.bytes("gateway/shapes.json")) }

    @Test("have the fields, order and types of the recorded answers", arguments: Kind.allCases)
    func objects(kind: Kind) async throws {
        let served = try Served()
        let shape = Shape(json: try #require(shapes[kind.rawValue]))
        let objects = try await served.results("\(kind.rawValue)?limit=100")
        #expect(!objects.isEmpty)
        for object in objects { #expect(shape.complaints(object) == []) }
        for id in objects.compactMap({ $0["id"]?.int }) {
            #expect(try await served.results("\(kind.rawValue)/\(id)").first == objects.first { $0["id"]?.int == id })
        }
    }

    @Test("come in an envelope in the recorded order")
    func envelope() async throws {
        guard case .object(let members) = try await Served().json("characters") else {
            Issue.record("no object"); return
        }
        let envelope = try #require(shapes["envelope"])
        guard case .object(let expected) = envelope, case .object(let data)? = envelope["data"] else { return }
        #expect(members.map(\.name) == expected.map(\.name))
        guard case .object(let dataMembers)? = members.last?.value else { Issue.record("no data"); return }
        #expect(dataMembers.map(\.name) == data.map(\.name) + ["results"])
        #expect(members.prefix(2).map(\.value) == [.integer(200), .string("Ok")])
    }

    @Test("are written byte for byte like this")
    func bytes() async throws {
        let response = await (try Served()).get("/v1/public/characters?name=Under_score")
        #expect(response.text == (try Fixture.text("gateway/under-score.json")).trimmingSuffix("\n"))
    }

    @Test("say whose they are: the catalogue's texts are no texts of Marvel's, an archive's are")
    func attribution() async throws {
        let served = try Served.alone()
        let own = try await served.json("characters?limit=1")
        #expect(own["attributionText"]?.text?.contains("MarvelHeroes") == true)
        #expect(own["attributionHTML"]?.text?.contains(#"<a href="https://www.marvel.com">"#) == true)
        let entry = Entry(kind: .characters, id: 77, fields: ["name": .string("Imported")])
        try served.gateway.archive.add([entry], marvel: true)
        let imported = try await served.json("characters?limit=1")
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
