import Basics
import Foundation
import HTTP
import HTTPTypes
import Support
import Testing

@testable import Gateway
@testable import Pictures

@Suite("Images")
struct ImagesTests {
    private func images() throws -> Images {
        let names: [(Picture.Kind, Int, String)] = [
            (.characters, 1, "spider-man crimson navy burst"), (.characters, 2, "spider-man crimson gold rings"),
            (.comics, 1004, "human-torch gold crimson burst"), (.series, 102, "human-torch gold crimson burst"),
            (.events, 200, "spider-man crimson navy burst"),
        ]
        return Images(
            try names.map { Picture(Picture.ID($0, $1), try Emblem(line: $2), seed: UInt64($1)) })
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
            #expect(response.bytes.starts(with: "<svg ".utf8))
            let opening = String(decoding: response.bytes.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
            #expect(opening.contains("\(size.width)"))
            #expect(opening.contains("\(size.height)"))
        }
    }

    /// Returns width and height from a PNG file's header (PNG specification, section 11.2.2).
    private func size(ofPNG response: Response) throws -> [Int] {
        let bytes = response.bytes
        try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        try #require(bytes.count > 24)
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
        #expect(tags.count == 1)
        #expect(!tags.contains(nil))
    }

    @Test("can be requested with GET and HEAD only, and every variant has another ETag")
    func methods() async throws {
        let images = try images()
        var tags: Set<String> = []
        for variant in ImageVariant.sizes.keys where !variant.isEmpty {
            let target = "/images/characters/1/\(variant).svg"
            func respond(_ method: HTTPRequest.Method) async throws -> Response {
                try #require(await images.respond(to: Request(method: method, target: target)))
            }
            let get = try await respond(.get)
            let head = try await respond(.head)
            #expect(head.status == .ok)
            #expect(head.fields == get.fields)
            #expect(get.fields[.cacheControl]?.contains("max-age=") == true)
            tags.insert(try #require(get.fields[.eTag]))
            for method in [HTTPRequest.Method.post, .delete] {
                let refusal = try await respond(method)
                #expect(refusal.status == .methodNotAllowed)
                #expect(refusal.fields[.allow] == "GET, HEAD")
            }
        }
        #expect(tags.count == ImageVariant.sizes.count - 1)
    }

    @Test(
        "do not exist at other paths",
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
            "/images/collage/1-2-1-2-1-2-1-2-1-2-1-2-1.png", "/images/mosaic/1-2-1-2-1.svg", "/images/mosaic/1-77.svg",
            "/images/mosaic/1-2/nothing.svg", "/images/mosaic/.svg",
        ])
    func missing(path: String) async throws {
        #expect(try await images().respond(to: Request(target: path)) == nil)
        #expect(try !images().draws(path))
    }
}

@Suite("A collage")
struct CollageTests {
    private let images = Images(
        Emblem.samples.prefix(20).enumerated().map {
            Picture(Picture.ID(.characters, $0 + 1), $1, seed: UInt64($0))
        })

    private func tag(_ path: String) async throws -> String {
        let response = try #require(await images.respond(to: Request(target: path)))
        #expect(response.status == .ok)
        #expect(response.fields[.contentType] == "image/png")
        return try #require(response.fields[.eTag])
    }

    @Test("shows the first 12 portraits of a list in their order, as a PNG of 1200 by 630 pixels")
    func portraits() async throws {
        let ids = Array(1...14)
        let paths = ids.map { "/images/characters/\($0)/portrait_uncanny.svg" }
        let path = try #require(images.collagePath(ofPaths: paths))
        #expect(path == "/images/collage/\(ids.prefix(12).map(String.init).joined(separator: "-")).png")
        let response = try #require(await images.respond(to: Request(target: path)))
        let size: [UInt8] = [0, 0, 0x04, 0xB0, 0, 0, 0x02, 0x76]
        #expect(Array(response.bytes[16..<24]) == size)
        let (first, second) = (ids[0], ids[1])
        let pair = try await tag("/images/collage/\(first)-\(second).png")
        #expect(try await tag("/images/collage/\(second)-\(first).png") != pair)
    }

    @Test("of one hero is the hero's link preview")
    func single() async throws {
        let preview = try await tag("/images/characters/3/link_preview.png")
        #expect(try await tag("/images/collage/3.png") == preview)
    }

    @Test("and a mosaic are different pictures; that of one hero is the hero's portrait")
    func mosaic() async throws {
        let images = images
        func tag(_ path: String, _ type: String) async throws -> String {
            let response = try #require(await images.respond(to: Request(target: path)))
            #expect(response.fields[.contentType] == type)
            return try #require(response.fields[.eTag])
        }
        let svg = "image/svg+xml"
        #expect(try await tag("/images/mosaic/1-2.svg", svg) != tag("/images/mosaic/2-1.svg", svg))
        #expect(try await tag("/images/mosaic/3.svg", svg) == tag("/images/characters/3.svg", svg))
        let preview = try await tag("/images/mosaic/1-2-3-4/link_preview.png", "image/png")
        #expect(try await preview != self.tag("/images/collage/1-2-3-4.png"))
    }

    @Test("skips placeholders, and has no path if a picture is not drawn here")
    func paths() {
        let (web, none) = ("/images/characters/3/detail.svg", "/images/image_not_available/detail.svg")
        #expect(images.collagePath(ofPaths: [none, web]) == "/images/collage/3.png")
        for paths in [
            [], [none], [web, "https://images.example/u/3/detail.jpg"],
            [web, "/images/characters/77/detail.svg"],
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
    private func hue(_ emblem: Emblem) -> Int? {
        Images([Picture(Picture.ID(.characters, 1), emblem, seed: 1)]).hue(ofPath: "/images/characters/1.svg")
    }

    @Test(
        "is that of the ground, and of the accent beside a grey ground",
        arguments: [("loki azure gold burst", 245...265), ("loki charcoal azure burst", 245...265)])
    func known(_ line: String, _ hues: ClosedRange<Int>) throws {
        let hue = try #require(hue(try Emblem(line: line)))
        #expect(hues.contains(hue), "\(line): \(hue)")
    }

    @Test("is from 0 to 359 for every emblem, and varies")
    func range() {
        let hues = Emblem.samples.compactMap(hue)
        #expect(hues.count == Emblem.samples.count)
        #expect(hues.allSatisfy { (0..<360).contains($0) })
        #expect(Set(hues.map { $0 / 30 }).count > 6)
    }

    @Test(
        "is nil for a path without a drawn picture",
        arguments: [
            "", "/", "/images/characters/5.svg", "/images/image_not_available.jpg", "/images/characters/1.webp",
            "/images/villains/1.svg", "/images/characters/-1.svg", "images/characters/1.svg",
        ])
    func none(_ path: String) throws {
        let images = Images([Picture(Picture.ID(.characters, 1), try Emblem(line: "loki azure gold burst"), seed: 1)])
        #expect(images.hue(ofPath: path) == nil)
    }
}

extension Emblem {
    /// The motifs of the catalogue, by name.
    private static let motifs = Result {
        let root = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources/Gateway/Catalogue/motifs")
        let motifs = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { file in
            try Motif(String(file.dropLast(4)), [UInt8](Data(contentsOf: folder.appending(path: file))))
        }
        return Dictionary(uniqueKeysWithValues: motifs.map { ($0.name, $0) })
    }

    /// An emblem for each motif, in all colours.
    fileprivate static var samples: [Emblem] {
        let motifs = ((try? motifs.get()) ?? [:]).values.sorted { $0.name < $1.name }
        let (colours, layouts) = (NamedColour.allCases, Layout.allCases)
        return motifs.enumerated().map { index, motif in
            Emblem(
                motif: motif, ground: colours[index % colours.count], accent: colours[(index * 3 + 1) % colours.count],
                layout: layouts[index % layouts.count])
        }
    }

    fileprivate init(line: String) throws {
        try self.init(line: line, ofWork: false, motifs: Self.motifs.get())
    }
}
