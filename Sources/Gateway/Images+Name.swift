extension Images {
    /// A parsed image path such as `/images/comics/16926/portrait_small.svg`.
    struct Name: Hashable {
        /// `Kind.key(_:)` of the object; nil for the placeholder.
        let key: Int?
        /// A key of `ImageVariant.sizes`.
        let variant: Substring

        init?(path: Substring) {
            // On UTF-8, for speed: for a cached picture the parsing is most of the work.
            var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .map(Substring.init)
            guard segments.count > 2, segments[0].isEmpty, segments[1] == "images", let last = segments.popLast(),
                let point = last.lastIndex(of: ".")
            else { return nil }
            segments.removeFirst(2)
            let stem = last[..<point]
            switch (segments.count, last[point...]) {
            case (0, ".jpg") where stem == Self.placeholder: (key, variant) = (nil, "")
            case (1, ".jpg") where segments[0] == Self.placeholder && !stem.isEmpty: (key, variant) = (nil, stem)
            case (1, ".svg"): (key, variant) = (Self.key(segments[0], stem), "")
            case (2, ".svg") where !stem.isEmpty: (key, variant) = (Self.key(segments[0], segments[1]), stem)
            default: return nil
            }
            guard ImageVariant.sizes[variant] != nil, key != nil || last.hasSuffix(".jpg") else { return nil }
        }

        private static func key(_ kind: Substring, _ id: Substring) -> Int? {
            guard let kind = Kind(rawValue: String(kind)), let id = Digits.id(id) else { return nil }
            return kind.key(id)
        }

        private static let placeholder = "image_not_available"
    }
}
