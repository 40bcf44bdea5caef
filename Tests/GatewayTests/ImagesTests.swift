import Basics
import Foundation
import HTTP
import HTTPTypes
import Support
import Testing

@testable import Gateway

@Suite("Pictures")
struct ImagesTests {
    private func images() throws -> Images {
        Images(try Catalogue.load(folder: "\(Fixture.folder)/gateway/catalogue"))
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
            let emblem = try #require(emblems[kind.key(id)])
            #expect(([emblem] + emblem.others).map(\.line) == lines, "\(kind) \(id)")
        }
        #expect(emblems[Kind.characters.key(4)] == nil)
    }

    @Test("are SVG of the requested size", arguments: ImageVariant.sizes)
    func variants(variant: Substring, size: (width: Int, height: Int)) async throws {
        for name in ["characters/1", "comics/1004", "series/102", "events/200"] {
            let file = variant.isEmpty ? "\(name).svg" : "\(name)/\(variant).svg"
            let response = try #require(try await images().respond(to: Request(target: "/images/\(file)?x=1")))
            #expect(response.fields[.contentType] == "image/svg+xml")
            #expect(response.fields[.xContentTypeOptions] == "nosniff")
            #expect(
                response.fields[.contentSecurityPolicy] == "default-src 'none'; style-src 'unsafe-inline'")
            #expect(response.text.hasPrefix("<svg "))
            let opening = response.text.prefix { $0 != ">" }
            #expect(opening.contains("\(size.width)"))
            #expect(opening.contains("\(size.height)"))
        }
    }

    /// Returns width and height from a PNG file's header (PNG specification, section 11.2.2).
    private func size(ofPNG response: Response) throws -> [Int] {
        let bytes = response.bytes
        try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 24)
        return [16, 20].map { bytes[$0..<($0 + 4)].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test("are PNG of the size of the variant, also where clients ask for .jpg or .gif", arguments: ImageVariant.sizes)
    func png(variant: Substring, size: (width: Int, height: Int)) async throws {
        let images = try images()
        for name in ["characters/1", "comics/1004", "series/102", "events/200", "image_not_available"] {
            var bodies: Set<String> = []
            for type in ["png", "jpg", "gif"] {
                let file = variant.isEmpty ? "\(name).\(type)" : "\(name)/\(variant).\(type)"
                let response = try #require(await images.respond(to: Request(target: "/images/\(file)")))
                #expect(response.fields[.contentType] == "image/png")
                #expect(try self.size(ofPNG: response) == [size.width, size.height])
                bodies.insert(try #require(response.fields[.eTag]))
            }
            #expect(bodies.count == 1)
        }
    }

    @Test("that many clients ask for at once are the same")
    func concurrent() async throws {
        let images = try images()
        let tags = await withTaskGroup(of: String?.self) { group in
            for _ in 1...50 {
                group.addTask { await images.respond(to: Request(target: "/images/events/200.png"))?.fields[.eTag] }
            }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(tags.count == 1 && !tags.contains(nil))
    }

    @Test("of one network wait in a line of limited length, and then are refused until it is shorter")
    func refusal() async throws {
        let images = try images()
        func status(_ peer: String) async -> HTTPResponse.Status? {
            let response = await images.respond(to: Request(target: "/images/characters/1.png", peer: peer))
            if response?.status == .serviceUnavailable { #expect(response?.fields[.retryAfter] == "1") }
            return response?.status
        }
        let network = try #require(Request(target: "/", peer: "192.0.2.1").client(behind: [])?.network)
        await images.limit.whileFull(for: network) {
            #expect(await status("192.0.2.1") == .serviceUnavailable)
            #expect(await status("192.0.2.2") == .ok)
            // A drawn picture needs no rendering.
            #expect(await status("192.0.2.1") == .ok)
        }
        let other = await images.respond(to: Request(target: "/images/characters/2.png", peer: "192.0.2.1"))
        #expect(other?.status == .ok)
    }

    @Test("are served without keys and can be revalidated by ETag")
    func revalidation() async throws {
        let archive = try Archive()
        let configuration = GatewayConfiguration(access: .keys(["a": "b"]))
        let gateway = Gateway(archive: archive, configuration: configuration, images: try images())
        let first = await gateway.respond(to: Request(target: "/images/characters/1.svg"))
        #expect(first.status == .ok)
        let tag = try #require(first.fields[.eTag])
        let second = await gateway.respond(
            to: Request(target: "/images/characters/1.svg", fields: [.ifNoneMatch: tag]))
        #expect(second.status == .notModified)
    }

    @Test("can be requested with GET and HEAD only, and every variant has another ETag")
    func methods() async throws {
        let gateway = Gateway(
            archive: try Archive(), configuration: GatewayConfiguration(access: .open), images: try images())
        var tags: Set<String> = []
        for variant in ImageVariant.sizes.keys where !variant.isEmpty {
            let target = "/images/characters/1/\(variant).svg"
            let get = await gateway.respond(to: Request(target: target))
            let head = await gateway.respond(to: Request(method: .head, target: target))
            #expect(head.status == .ok)
            #expect(head.fields == get.fields)
            #expect(get.fields[.cacheControl]?.contains("max-age=") == true)
            tags.insert(try #require(get.fields[.eTag]))
            for method in [HTTPRequest.Method.post, .delete] {
                let refusal = await gateway.respond(to: Request(method: method, target: target))
                #expect(refusal.status == .methodNotAllowed)
                #expect(refusal.fields[.allow] == "GET, HEAD")
            }
        }
        #expect(tags.count == ImageVariant.sizes.count - 1)
    }

    @Test(
        "that do not exist are 404, whatever the path contains",
        arguments: [
            "/images/", "/images", "/images/characters", "/images/characters/1", "/images/characters/77.svg",
            "/images/characters/4.svg", "/images/characters/1/poster.svg", "/images/characters/1/a/b.svg",
            "/images/characters/1/portrait_small.webp", "/images/stories/5001.svg", "/images/heroes/1.svg",
            "/images/characters/../1.svg", "/images/characters/%31.svg", "/images/characters/+1.svg",
            "/images/characters/99999999999999999999.svg", "/images/image_not_available/a/b.jpg", "/images//1.svg",
            "/images/image_not_available.bmp", "/image/characters/1.svg", "/images/characters/77/portrait_small.png",
            "/images/characters/1/poster.png", "/images/characters/1/portrait_small.PNG",
            "/images/characters/1/nothing.svg", "/images/../images/characters/77.svg",
            "/images/characters/1/..%2f..%2fetc%2fpasswd.svg", "/images/characters/%2e%2e/1.svg", "/images/%00/1.svg",
            "/images/characters/1/portrait_small%00.svg", "/images/characters/1.svg/", "/images/characters//1.svg",
            "/images/collage/77.png", "/images/collage/1-77.png", "/images/collage/1-.png", "/images/collage/.png",
            "/images/collage/1.svg", "/images/collage/1/portrait_small.png", "/images/collage/1-1004.png",
            "/images/collage/1-2-1-2-1-2-1-2-1-2-1-2-1.png",
        ])
    func missing(path: String) async throws {
        let gateway = Gateway(
            archive: try Archive(), configuration: GatewayConfiguration(access: .open), images: try images())
        let response = await gateway.respond(to: Request(target: path))
        #expect(response.status == .notFound)
        #expect(response.fields[.contentType] == "application/json; charset=utf-8")
        #expect(response.text == #"{"code":"ResourceNotFound","message":"\#(path) does not exist"}"#)
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

@Suite("A collage")
struct CollageTests {
    private let images = Result { Images(try BundledCatalogue.catalogue.get()) }

    private func tag(_ path: String) async throws -> String {
        let response = try #require(await images.get().respond(to: Request(target: path)))
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "image/png")
        return try #require(response.fields[.eTag])
    }

    @Test("shows the first 12 portraits of a list in their order, as a PNG of 1200 by 630 pixels")
    func portraits() async throws {
        let ids = try BundledCatalogue.catalogue.get().items(.characters).filter { $0.emblem != nil }.map(\.id)
        let paths = ids.prefix(14).map { "/images/characters/\($0)/portrait_uncanny.svg" }
        let path = try #require(try images.get().collagePath(ofPaths: paths))
        #expect(path == "/images/collage/\(ids.prefix(12).map(String.init).joined(separator: "-")).png")
        let response = try #require(await images.get().respond(to: Request(target: path)))
        let size: [UInt8] = [0, 0, 0x04, 0xB0, 0, 0, 0x02, 0x76]
        #expect(Array(response.bytes[16..<24]) == size)
        let (first, second) = (ids[0], ids[1])
        let pair = try await tag("/images/collage/\(first)-\(second).png")
        #expect(try await tag("/images/collage/\(second)-\(first).png") != pair)
    }

    @Test("of one hero is the hero's link preview")
    func single() async throws {
        let preview = try await tag("/images/characters/1009610/link_preview.png")
        #expect(try await tag("/images/collage/1009610.png") == preview)
    }

    @Test("skips placeholders, and has no path if a picture is not drawn here")
    func paths() throws {
        let images = try images.get()
        let (web, none) = ("/images/characters/1009610/detail.svg", "/images/image_not_available/detail.svg")
        #expect(images.collagePath(ofPaths: [none, web]) == "/images/collage/1009610.png")
        for paths in [
            [], [none], [web, "https://images.example/u/1009610/detail.jpg"],
            [web, "/images/characters/5/detail.svg"],
        ] { #expect(images.collagePath(ofPaths: paths) == nil) }
    }

    @Test("fills its area with up to 12 portraits, without gaps or overlaps", arguments: 1...12)
    func grid(count: Int) {
        let areas = Box(x: 0, y: 0, width: 1200, height: 630).grid(count)
        #expect(areas.count == count)
        let covered = areas.map { $0.width * $0.height }.reduce(0, +)
        #expect(covered == 756_000)
        for (index, area) in areas.enumerated() {
            let (right, bottom) = (area.x + area.width, area.y + area.height)
            #expect(right <= 1200)
            #expect(bottom <= 630)
            let isClear = areas[(index + 1)...].allSatisfy { $0.x >= right || $0.y >= bottom }
            #expect(isClear)
        }
    }
}

@Suite("The hue of a picture")
struct HueTests {
    private func images() throws -> Images { Images(try BundledCatalogue.catalogue.get()) }

    @Test(
        "is that of the ground, and of the accent beside a grey ground",
        arguments: [
            ("characters/1009610", 255...275), ("characters/1010338", 255...275), ("characters/1009184", 245...260),
        ])
    func known(_ picture: String, _ hues: ClosedRange<Int>) throws {
        let hue = try #require(try images().hue(ofPath: "/images/\(picture).svg"))
        #expect(hues.contains(hue), "\(picture): \(hue)")
    }

    @Test("is from 0 to 359 for every hero, and varies")
    func range() throws {
        let images = try images()
        let heroes = try BundledCatalogue.catalogue.get().items(.characters).map(\.id)
        let hues = heroes.compactMap { images.hue(ofPath: "/images/characters/\($0).svg") }
        #expect(hues.count > 100 && hues.allSatisfy { (0..<360).contains($0) })
        #expect(Set(hues.map { $0 / 30 }).count > 6)
    }

    @Test(
        "is nil for a path without a drawn picture",
        arguments: [
            "", "/", "/images/characters/5.svg", "/images/image_not_available.jpg", "/images/characters/1009610.webp",
            "/images/villains/1009610.svg", "/images/characters/-1.svg", "images/characters/1009610.svg",
        ])
    func none(_ path: String) throws {
        #expect(try images().hue(ofPath: path) == nil)
    }
}
