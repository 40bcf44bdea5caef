import Heroes

extension String {
    /// Returns the beginning of HTML within a number of bytes: up to the last end of a block if the second half has
    /// one.
    func cutAfterBlock(within limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let text = cut(toBytes: limit)
        let bytes = Array(text.utf8)
        for end in (limit / 2..<bytes.count).reversed() where bytes[end] == UInt8(ascii: ">") {
            let start = bytes[..<end].suffix(12).lastIndex(of: UInt8(ascii: "<")) ?? end
            if Self.blockEnds.contains(String(decoding: bytes[start..<end], as: UTF8.self).lowercased()) {
                return String(decoding: bytes[...end], as: UTF8.self)
            }
        }
        return text
    }

    private static let blockEnds: Set = [
        "</p", "</ul", "</ol", "</h1", "</h2", "</h3", "</h4", "</h5", "</h6", "</blockquote", "</table", "</div",
    ]
}
