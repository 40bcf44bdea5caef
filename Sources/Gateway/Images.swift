import HTTP
import HTTPTypes

/// Answers `/images/…`: the catalogue's pictures in every variant, and the picture for none.
package struct Images: Sendable {
    /// Draws a picture as SVG; nil where the variant is none.
    package typealias Draw = @Sendable (Picture, _ variant: String?) -> [UInt8]?

    /// What is known of one picture before it is drawn.
    package struct Picture: Hashable, Sendable {
        package let kind: Kind
        package let title: String
        /// How it is drawn; nil draws the picture for none.
        package let emblem: String?
    }

    private let pictures: [Int: Picture]
    private let draw: Draw

    package init(_ catalogue: Catalogue, draw: @escaping Draw) {
        self.draw = draw
        pictures = catalogue.pictures
    }

    /// Nil where the path names no picture.
    package func respond(to request: Request) -> Response? {
        guard request.method == .get || request.method == .head, let name = Name(path: request.path),
            let picture = name.key.map({ pictures[$0] }) ?? Picture.none, let svg = draw(picture, name.variant)
        else { return nil }
        let fields: HTTPFields = [
            .contentType: "image/svg+xml", .cacheControl: "public, max-age=86400", .accessControlAllowOrigin: "*",
            .eTag: ETag(hashOf: svg).text,
        ]
        return Response(fields: fields, body: .bytes(svg)).unlessKept(by: request)
    }
}

extension Images.Picture {
    static let none = Images.Picture(kind: .characters, title: "No picture", emblem: nil)
}

extension Images {
    /// What a path such as `/images/comics/16926/portrait_small.svg` names.
    struct Name: Hashable {
        /// `Kind.key(_:)` of the object; nil for the picture for none.
        let key: Int?
        /// Nil names the picture in full size.
        let variant: String?

        init?(path: Substring) {
            var segments = path.split(separator: "/", omittingEmptySubsequences: false)
            guard segments.count > 2, segments[0].isEmpty, segments[1] == "images" else { return nil }
            segments.removeFirst(2)
            let isNone = segments[0] == "image_not_available" || segments[0] == "image_not_available.jpg"
            guard let last = segments.popLast(), let point = last.lastIndex(of: "."),
                last[point...] == (isNone ? ".jpg" : ".svg")
            else { return nil }
            let stem = last[..<point]
            if isNone {
                guard segments.count < 2 else { return nil }
                key = nil
                variant = segments.isEmpty ? nil : String(stem)
            } else {
                guard let kind = segments.first.flatMap({ Kind(rawValue: String($0)) }),
                    (1...2).contains(segments.count),
                    let id = Digits.id(segments.count == 1 ? stem : segments[1])
                else { return nil }
                key = kind.key(id)
                variant = segments.count == 1 ? nil : String(stem)
            }
        }
    }
}
