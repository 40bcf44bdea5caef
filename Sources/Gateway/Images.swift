import Basics
import Dispatch
import Glibc
import HTTP
import HTTPTypes
import Synchronization

/// The responses to `/images/…`: the catalogue's pictures in every variant, as SVG and PNG, and the placeholder.
package final class Images: Sendable {
    private let emblems: [Int: Emblem]
    /// Recently drawn pictures: drawing one takes a hundred times as long as sending it. The bundled catalogue takes
    /// 7 MB in each variant as SVG, of which the site shows four. As PNG, pictures are ten times as large.
    private let drawings = Mutex(LRUCache<Name, CachedResponse>(limit: 48 << 20))
    /// One rendering at a time, since it takes a core for 5 to 20 ms.
    private let queue = DispatchQueue(label: "heroes.pictures")

    package init(_ catalogue: Catalogue) { emblems = catalogue.emblems }

    func emblem(_ key: Int) -> Emblem? { emblems[key] }

    /// Returns nil if the path names no picture.
    package func respond(to request: Request) async -> Response? {
        guard request.method == .get || request.method == .head, let name = Name(path: request.path) else { return nil }
        if let picture = cached(name) { return picture.respond(to: request) }
        return await (name.isPNG ? render(name) : draw(name))?.respond(to: request)
    }

    /// Returns the response with a cached picture; does not draw.
    package func immediateResponse(to head: RequestHead) -> SerializedResponse? {
        guard head.target.starts(with: "/images/".utf8) else { return nil }
        let path = String(decoding: head.target.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
        return Name(path: path[...]).flatMap(cached)?.immediateResponse(to: head)
    }

    private func cached(_ name: Name) -> CachedResponse? { drawings.withLock { $0.use(name) } }

    private func draw(_ name: Name) -> CachedResponse? {
        svg(name).flatMap {
            store(name, $0, [.contentType: "image/svg+xml", .contentSecurityPolicy: MediaType.svgSecurityPolicy])
        }
    }

    /// Returns the picture as PNG; of concurrent requests the first renders it.
    private func render(_ name: Name) async -> CachedResponse? {
        await withCheckedContinuation { done in
            queue.async { done.resume(returning: self.cached(name) ?? self.png(name)) }
        }
    }

    private func png(_ name: Name) -> CachedResponse? {
        guard let svg = svg(name), let (width, height) = ImageVariant.sizes[name.variant],
            let png = PNGRenderer.png(svg, width: width, height: height)
        else { return nil }
        return store(name, png, [.contentType: "image/png"])
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

    private func svg(_ name: Name) -> [UInt8]? {
        guard let (width, height) = ImageVariant.sizes[name.variant] else { return nil }
        guard let key = name.key else { return Self.placeholder(width: width, height: height) }
        guard let emblem = emblems[key], let kind = Kind(key: key) else { return nil }
        // Seeded by the object, so its picture is the same in every size and in every process.
        return Artwork.svg(emblem, kind: kind, width: width, height: height, seed: UInt64(key))
    }

    /// Returns head and shoulders without a face.
    private static func placeholder(width: Int, height: Int) -> [UInt8] {
        let size = #"width="\#(width)" height="\#(height)""#
        return Array(
            ##"""
            <svg xmlns="http://www.w3.org/2000/svg" \##(size) viewBox="0 0 100 100" preserveAspectRatio="xMidYMid slice">\##
            <path fill="#5a697b" d="M-100-100h300v300h-300z"/><g fill="#9fb2c2"><circle cx="50" cy="40" r="15"/>\##
            <path d="M20 90a30 30 0 0 1 60 0z"/></g></svg>
            """##.utf8)
    }
}

extension Images {
    /// Returns the hue of a picture's ground, or of its accent if the ground is nearly grey, in degrees of Oklch from 0
    /// to 359; nil if the path names no picture. The page around the picture is tinted with it.
    package func hue(ofPath path: String) -> Int? {
        guard let name = Name(path: path[...]), let key = name.key, let emblem = emblem(key) else { return nil }
        let ground = emblem.ground.colour
        let degrees = (ground.chroma < 0.05 ? emblem.accent.colour : ground).hue.rounded()
        return (Int(degrees) + 360) % 360
    }
}

extension Colour {
    /// The hue angle in Oklch, in degrees from -180 to 180.
    fileprivate var hue: Double { atan2(b, a) * 180 / .pi }
}

extension Images {
    /// A parsed image path such as `/images/comics/16926/portrait_small.png`.
    struct Name: Hashable {
        /// `Kind.key(_:)` of the object; nil for the placeholder.
        let key: Int?
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
            switch segments.count {
            case 0 where stem == Self.placeholder: (key, variant) = (nil, "")
            case 1 where segments[0] == Self.placeholder && !stem.isEmpty: (key, variant) = (nil, stem)
            case 1: (key, variant) = (Self.key(segments[0], stem), "")
            case 2 where !stem.isEmpty: (key, variant) = (Self.key(segments[0], segments[1]), stem)
            default: return nil
            }
            let isPlaceholder = segments.first.map { $0 == Self.placeholder } ?? true
            guard ImageVariant.sizes[variant] != nil, key != nil || isPlaceholder else { return nil }
        }

        private static func key(_ kind: Substring, _ id: Substring) -> Int? {
            guard let kind = Kind(rawValue: String(kind)), let id = Digits.id(id) else { return nil }
            return kind.key(id)
        }

        private static let placeholder = "image_not_available"
    }
}
