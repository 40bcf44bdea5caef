extension Images {
    /// The picture that a path such as `/images/comics/16926/portrait_small.svg` names.
    struct Name: Hashable {
        /// `Kind.key(_:)` of the object; nil for the picture for none.
        let key: Int?
        /// A key of `ImageVariant.sizes`.
        let variant: Substring

        init?(path: Substring) {
            // Byte by byte: for a client that has the picture already this is all the work.
            var segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .map(Substring.init)
            guard segments.count > 2, segments[0].isEmpty, segments[1] == "images", let last = segments.popLast(),
                let point = last.lastIndex(of: ".")
            else { return nil }
            segments.removeFirst(2)
            let stem = last[..<point]
            switch (segments.count, last[point...]) {
            case (0, ".jpg") where stem == Self.none: self.init(key: nil, variant: "")
            case (1, ".jpg") where segments[0] == Self.none && !stem.isEmpty: self.init(key: nil, variant: stem)
            case (1, ".svg"): self.init(segments[0], stem, variant: "")
            case (2, ".svg") where !stem.isEmpty: self.init(segments[0], segments[1], variant: stem)
            default: return nil
            }
        }

        private init?(_ kind: Substring, _ id: Substring, variant: Substring) {
            guard let kind = Kind(rawValue: String(kind)), let id = Digits.id(id) else { return nil }
            self.init(key: kind.key(id), variant: variant)
        }

        private init?(key: Int?, variant: Substring) {
            guard ImageVariant.sizes[variant] != nil else { return nil }
            self.key = key
            self.variant = variant
        }

        private static let none = "image_not_available"
    }
}
