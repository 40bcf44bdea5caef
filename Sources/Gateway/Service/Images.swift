import Basics
import Dispatch
import HTTP
import HTTPTypes
import Pictures
import Synchronization

/// The responses to `/images/…`: pictures and mosaics of portraits in every variant, as SVG and PNG, collages of portraits
/// as PNG, and the placeholder.
package final class Images: Sendable {
    private let pictures: [Picture.ID: Picture]
    /// Recently drawn pictures: drawing one takes a hundred times as long as sending it. The bundled catalogue takes
    /// 7 MB in each variant as SVG, of which the site shows four. As PNG, pictures are ten times as large.
    private let drawings = Mutex(LRUCache<Name, CachedResponse>(limit: 48 << 20))
    /// One rendering at a time, since it takes a core for 5 to 20 ms, and a collage for 50.
    private let queue = DispatchQueue(label: "heroes.pictures")

    package init(_ pictures: [Picture]) {
        self.pictures = Dictionary(pictures.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Returns true if the path names a picture that is drawn here.
    package func draws(_ path: String) -> Bool { Name(path: path[...]).map(draws) == true }

    private func draws(_ name: Name) -> Bool { name.subjects.allSatisfy { pictures[$0] != nil } }

    /// Returns nil if the path names no picture.
    package func respond(to request: Request) async -> Response? {
        guard let name = Name(path: request.path), draws(name) else { return nil }
        guard request.method == .get || request.method == .head else {
            return Response(status: .methodNotAllowed, fields: [.allow: "GET, HEAD", .cacheControl: "no-store"])
        }
        if let picture = cached(name) { return picture.respond(to: request) }
        if !name.isPNG { return draw(name)?.respond(to: request) }
        return await render(name)?.respond(to: request)
    }

    /// Returns the response with a cached picture; does not draw.
    package func immediateResponse(to head: RequestHead) -> SerializedResponse? {
        guard head.target.starts(with: "/images/".utf8) else { return nil }
        let path = String(decoding: head.target.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
        return Name(path: path[...]).flatMap(cached)?.immediateResponse(to: head)
    }

    private func cached(_ name: Name) -> CachedResponse? { drawings.withLock { $0.use(name) } }

    private func draw(_ name: Name) -> CachedResponse? {
        guard let size = ImageVariant.sizes[name.variant] else { return nil }
        return store(
            name, Picture.svg(name.subjects.compactMap { pictures[$0] }, width: size.width, height: size.height),
            [.contentType: "image/svg+xml", .contentSecurityPolicy: MediaType.svgSecurityPolicy])
    }

    /// Returns the picture as PNG; of concurrent requests the first renders it.
    private func render(_ name: Name) async -> CachedResponse? {
        await withCheckedContinuation { done in
            queue.async { done.resume(returning: self.cached(name) ?? self.png(name)) }
        }
    }

    private func png(_ name: Name) -> CachedResponse? {
        guard let (width, height) = ImageVariant.sizes[name.variant] else { return nil }
        let subjects = name.subjects.compactMap { pictures[$0] }
        return PNGRenderer.png(subjects, isCollage: name.isCollage, width: width, height: height)
            .flatMap { store(name, $0, [.contentType: "image/png"]) }
    }

    private func store(_ name: Name, _ bytes: [UInt8], _ type: HTTPFields) -> CachedResponse? {
        var fields: HTTPFields = [
            .cacheControl: "public, max-age=86400", .accessControlAllowOrigin: "*", .xContentTypeOptions: "nosniff",
            .eTag: ETag(hashOf: bytes).text,
        ]
        fields.append(contentsOf: type)
        guard let response = CachedResponse(Response(fields: fields, body: .bytes(bytes))) else { return nil }
        drawings.withLock { _ = $0.set(name, response, cost: response.cost) }
        return response
    }
}

extension Images {
    /// Returns the hue of a picture in degrees of Oklch from 0 to 359; nil if the path names no picture. The page around
    /// the picture is tinted with it.
    package func hue(ofPath path: String) -> Int? {
        Name(path: path[...])?.subjects.first.flatMap { pictures[$0]?.hue }
    }

    /// Returns the path of a collage of the first 12 of these portraits, without placeholders; nil if one is not drawn
    /// here, or if there is none.
    package func collagePath(ofPaths paths: [String]) -> String? {
        let names = paths.compactMap { Name(path: $0[...]) }
        let subjects = names.flatMap(\.subjects)
        guard names.count == paths.count, !subjects.isEmpty,
            subjects.allSatisfy({ pictures[$0] != nil && $0.kind == .characters })
        else { return nil }
        let ids = subjects.prefix(Name.collageLimit).map { "\($0.number)" }
        return "/images/\(Name.collage)/\(ids.joined(separator: "-")).png"
    }
}

extension Images {
    /// A parsed image path such as `/images/comics/16926/portrait_small.png`, `/images/mosaic/1009610-1009351.svg` or
    /// `/images/collage/1009610-1009351.png`.
    struct Name: Hashable {
        /// The object, or each character of a mosaic or a collage; none for the placeholder.
        let subjects: [Picture.ID]
        /// True for complete portraits side by side, for link previews.
        let isCollage: Bool
        /// A key of `ImageVariant.sizes`.
        let variant: Substring
        /// False for SVG. Clients of Marvel's API also ask for `.jpg` and `.gif`, and get PNG.
        let isPNG: Bool

        init?(path: Substring) {
            // On UTF-8, for speed: for a cached picture the parsing is most of the work.
            var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .map(Substring.init)
            guard segments.count > 2, segments[0].isEmpty, segments[1] == "images", let last = segments.popLast(),
                let point = last.lastIndex(of: ".")
            else { return nil }
            segments.removeFirst(2)
            let stem = last[..<point]
            switch last[point...] {
            case ".svg": isPNG = false
            case ".png", ".jpg", ".gif": isPNG = true
            default: return nil
            }
            let subjects: [Picture.ID]?
            isCollage = segments.count == 1 && segments[0] == Self.collage
            switch segments.count {
            case 0 where stem == Self.placeholder: (subjects, variant) = ([], "")
            case 1 where segments[0] == Self.placeholder && !stem.isEmpty: (subjects, variant) = ([], stem)
            case 1 where isCollage && isPNG:
                (subjects, variant) = (Self.portraits(stem, atMost: Self.collageLimit), "link_preview")
            case 1 where segments[0] == JSON.mosaic:
                (subjects, variant) = (Self.portraits(stem, atMost: JSON.mosaicLimit), "")
            case 2 where segments[0] == JSON.mosaic && !stem.isEmpty:
                (subjects, variant) = (Self.portraits(segments[1], atMost: JSON.mosaicLimit), stem)
            case 1: (subjects, variant) = (Self.subject(segments[0], stem).map { [$0] }, "")
            case 2 where !stem.isEmpty:
                (subjects, variant) = (Self.subject(segments[0], segments[1]).map { [$0] }, stem)
            default: return nil
            }
            guard let subjects, ImageVariant.sizes[variant] != nil else { return nil }
            self.subjects = subjects
        }

        private static func subject(_ kind: Substring, _ number: Substring) -> Picture.ID? {
            guard let kind = Picture.Kind(rawValue: String(kind)), number.utf8.allSatisfy(\.isDigit) else { return nil }
            return Int(number).map { Picture.ID(kind, $0) }
        }

        private static func portraits(_ numbers: Substring, atMost limit: Int) -> [Picture.ID]? {
            let numbers = numbers.split(separator: "-", omittingEmptySubsequences: false)
            let subjects = numbers.compactMap { subject(Substring(Picture.Kind.characters.rawValue), $0) }
            return subjects.count == numbers.count && subjects.count <= limit ? subjects : nil
        }

        /// The largest number of portraits in a collage: two rows of six.
        static let collageLimit = 12
        static let collage = "collage"
        private static let placeholder = "image_not_available"
    }
}

/// The image variants of the Marvel API.
enum ImageVariant {
    /// Width and height in pixels by the name in image paths; the empty name is for a path without one.
    static let sizes: [Substring: (width: Int, height: Int)] = [
        "portrait_small": (50, 75), "portrait_medium": (100, 150), "portrait_xlarge": (150, 225),
        "portrait_fantastic": (168, 252), "portrait_uncanny": (300, 450), "portrait_incredible": (216, 324),
        "standard_small": (65, 45), "standard_medium": (100, 100), "standard_large": (140, 140),
        "standard_xlarge": (200, 200), "standard_fantastic": (250, 250), "standard_amazing": (180, 180),
        "landscape_small": (120, 90), "landscape_medium": (175, 130), "landscape_large": (190, 140),
        "landscape_xlarge": (270, 200), "landscape_amazing": (250, 156), "landscape_incredible": (464, 261),
        "detail": (500, 750), "": (600, 900),
        // For link previews (Open Graph); not one of Marvel's.
        "link_preview": (1200, 630),
    ]
}
