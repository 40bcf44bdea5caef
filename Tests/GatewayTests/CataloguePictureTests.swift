import HTTP
import HTTPTypes
import Support
import Testing

@testable import Gateway
@testable import Pictures

@Suite("Pictures of the catalogue")
struct CataloguePictureTests {
    private func images() throws -> Images {
        Images(try Catalogue.load(folder: "\(Fixture.folder)/gateway/catalogue"))
    }

    private func gateway(_ access: GatewayConfiguration.Access = .open) throws -> Gateway {
        Gateway(archive: try Archive(), configuration: GatewayConfiguration(access: access), images: try images())
    }

    @Test("show the motif of a hero, and of a work's heroes in the work's colours")
    func emblems() throws {
        let emblems = try Catalogue.load(folder: "\(Fixture.folder)/gateway/catalogue").emblems
        let (spider, torch) = ("spider-man crimson navy burst", "human-torch gold crimson burst")
        let expected: [(Kind, Int, [String])] = [
            (.characters, 1, [spider]), (.comics, 1002, [spider]), (.comics, 1004, [torch]), (.series, 102, [torch]),
            (.series, 101, [spider]), (.events, 200, [spider]), (.events, 201, [torch, torch]),
        ]
        for (kind, id, lines) in expected {
            let emblem = try #require(emblems[ObjectKey(kind, id)])
            #expect(([emblem] + emblem.others).map(\.words) == lines, "\(kind) \(id)")
        }
        #expect(emblems[ObjectKey(.characters, 4)] == nil)
    }

    @Test("are served without keys and can be revalidated by ETag")
    func revalidation() async throws {
        let gateway = try gateway(.keys(["a": "b"]))
        let first = await gateway.respond(to: Request(target: "/images/characters/1.svg"))
        #expect(first.status == .ok)
        let tag = try #require(first.fields[.eTag])
        let second = await gateway.respond(
            to: Request(target: "/images/characters/1.svg", fields: [.ifNoneMatch: tag]))
        #expect(second.status == .notModified)
    }

    @Test("a link preview of twelve heroes has at most 200 kB, even of those with the most details")
    func linkPreviews() async throws {
        let images = Images(try BundledCatalogue.catalogue.get())
        // The largest link previews of one hero, measured over all heroes.
        let heroes = [
            1_009_585, 9_000_310, 9_000_343, 9_000_228, 9_000_410, 9_000_201, 9_000_352, 1_009_408, 9_000_183,
            9_000_614,
            1_010_796, 9_000_488,
        ]
        let path = try #require(images.collagePath(ofPaths: heroes.map { "/images/characters/\($0)/detail.svg" }))
        let response = try #require(await images.respond(to: Request(target: path)))
        #expect(response.bytes.count <= 200_000)
        #expect(response.bytes.count > 50_000)
    }

    @Test("that do not exist are 404")
    func missing() async throws {
        let response = await (try gateway()).respond(to: Request(target: "/images/characters/77.svg"))
        #expect(response.status == .notFound)
        #expect(response.fields[.contentType] == "application/json; charset=utf-8")
        let body = #"{"code":"ResourceNotFound","message":"/images/characters/77.svg does not exist"}"#
        #expect(response.text == body)
    }

    @Test("have the paths in the objects' thumbnails")
    func thumbnails() async throws {
        let client = try GatewayClient()
        for kind in [Kind.characters, .comics, .events, .series] {
            for object in try await client.results("\(kind.rawValue)?limit=100") {
                let path = try #require(object["thumbnail"]?["path"]?.text)
                let suffix = try #require(object["thumbnail"]?["extension"]?.text)
                let target = "\(path.dropFirst("http://test".count))/portrait_small.\(suffix)"
                #expect(try await images().respond(to: Request(target: target))?.status == .ok)
            }
        }
    }
}

extension Emblem {
    /// The text that the emblem is parsed from.
    fileprivate var words: String { "\(motif.name) \(ground) \(accent) \(layout)" }
}
