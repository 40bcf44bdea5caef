import HTTPTypes

/// One file with what never changes about its answers.
struct StaticFile: Sendable {
    let bytes: [UInt8]
    /// The first 10 hexadecimal digits of the content's hash.
    let version: String
    private let fields: HTTPFields

    init(name: String, bytes: [UInt8], modified: HTTPDate) {
        self.bytes = bytes
        let hash = ContentHash(bytes)
        version = String(hash.text.prefix(10))
        fields = [
            .contentType: MediaType.of(fileName: name), .eTag: "\"\(hash.text)\"", .lastModified: modified.text,
            .acceptRanges: "bytes",
        ]
    }

    /// Asked for by its version the file may be kept for ever, by its bare name it is to be asked for each time.
    func response(isVersioned: Bool) -> Response {
        var fields = fields
        fields[.cacheControl] = isVersioned ? "public, max-age=31536000, immutable" : "no-cache"
        return Response(fields: fields, body: .bytes(bytes))
    }
}
