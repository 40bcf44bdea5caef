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
