/// The detection of formats that cannot be imported, by the first bytes of a file.
enum UnsupportedFormat {
    static let database = Array("SQLite format 3\0".utf8)

    /// Returns the name of the format and what to do with it; nil for all other formats.
    static func reason(for head: ArraySlice<UInt8>) -> String? {
        if let name = compressed.first(where: { head.starts(with: $0.start) })?.name {
            return "it is compressed (\(name)); unpack it first"
        }
        if head.dropFirst(257).starts(with: "ustar".utf8) { return "it is a tar archive; unpack it first" }
        if isUTF16(head) { return "it is in UTF-16; save it in UTF-8 first" }
        if head.starts(with: "%PDF".utf8) { return "it is a PDF, which contains no records" }
        let text = head.drop { $0 <= 0x20 }
        if text.first == UInt8(ascii: "<") { return "it is HTML or XML; save the API's responses as JSON" }
        return text.starts(with: "---".utf8) ? "it is YAML; convert it to JSON first" : nil
    }

    private static let compressed: [(start: [UInt8], name: String)] = [
        ([0x1F, 0x8B], "gzip"), (Array("PK\u{3}\u{4}".utf8), "zip"), ([0xFD] + "7zXZ\0".utf8, "xz"),
        (Array("BZh".utf8), "bzip2"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x04, 0x22, 0x4D, 0x18], "lz4"),
        (Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C], "7z"), (Array("Rar!".utf8), "rar"),
    ]

    /// Returns true if the file starts like JSON in UTF-16 (RFC 4627 section 3), with or without a byte order mark.
    private static func isUTF16(_ head: ArraySlice<UInt8>) -> Bool {
        guard head.count > 1, let second = head.dropFirst().first else { return false }
        switch (head[head.startIndex], second) {
        case (0xFF, 0xFE), (0xFE, 0xFF): return true
        case (0, let byte), (let byte, 0): return byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
        default: return false
        }
    }
}
