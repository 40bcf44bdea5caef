extension LinkURL {
    /// The base URL of relative links.
    struct Base: Sendable {
        /// "https://host", without a path.
        private let origin: ArraySlice<UInt8>
        /// The path up to the last slash, and the part after it.
        private let folder: ArraySlice<UInt8>
        private let file: ArraySlice<UInt8>
        /// The query with its question mark; empty if there is none.
        private let query: ArraySlice<UInt8>

        /// Returns nil if the text is not an absolute http or https URL.
        init?(_ text: String) {
            guard let url = LinkURL.clean(text.utf8, base: nil),
                let authority = url.firstIndex(of: UInt8(ascii: ":")).map({ $0 + 3 })
            else { return nil }
            let slash = UInt8(ascii: "/")
            let end = url[authority...].firstIndex { $0 == slash || $0 == 0x3F || $0 == 0x23 } ?? url.endIndex
            origin = url[..<end]
            let path = url[end...].prefix { $0 != 0x3F && $0 != 0x23 }
            let fileStart = path.lastIndex(of: slash).map { $0 + 1 } ?? path.startIndex
            folder = path[..<fileStart]
            file = path[fileStart...]
            query = url[path.endIndex...].prefix { $0 != 0x23 }
        }

        /// Resolves a relative URL (RFC 3986, section 5.2, backslashes as slashes).
        func resolve(_ relative: [UInt8]) -> [UInt8] {
            let pathEnd = relative.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? relative.endIndex
            let path = relative[..<pathEnd].map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
            let slash = UInt8(ascii: "/")
            if path.starts(with: [slash, slash]) {
                return origin.prefix { $0 != slash } + path + relative[pathEnd...]
            }
            let full =
                path.isEmpty
                ? folder + file : path.first == slash ? path[...] : (folder.isEmpty ? [slash] : folder) + path
            let isFragment = path.isEmpty && relative.first == 0x23
            return origin + Self.withoutDots(full) + (isFragment ? query : []) + relative[pathEnd...]
        }

        /// Removes the dot segments of a path (RFC 3986, section 5.2.4).
        private static func withoutDots(_ path: ArraySlice<UInt8>) -> [UInt8] {
            var resolved: [ArraySlice<UInt8>] = []
            let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            for (index, segment) in segments.enumerated() {
                let isLast = index == segments.count - 1
                if segment.elementsEqual("..".utf8) {
                    _ = resolved.popLast()
                    if isLast { resolved.append([]) }
                } else if segment.elementsEqual(".".utf8) {
                    if isLast { resolved.append([]) }
                } else {
                    resolved.append(segment)
                }
            }
            return [UInt8(ascii: "/")] + resolved.joined(separator: [UInt8(ascii: "/")])
        }
    }
}
