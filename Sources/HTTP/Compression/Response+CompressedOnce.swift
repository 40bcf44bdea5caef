import HTTPTypes

extension Response {
    /// For what is compressed once and sent many times.
    private static let once = DeflaterPool(level: 9, count: 0)

    /// This response with its content compressed as far as it goes; nil where that is no gain.
    func compressedOnce() -> Response? {
        guard isNegotiable, case .bytes(let bytes) = body, bytes.count >= Self.compressionMinimum,
            let output = GzipMember.whole(bytes, by: Self.once), output.count < bytes.count
        else { return nil }
        var response = self
        response.body = .bytes(output)
        response.fields.describeGzip()
        response.fields.vary(by: .acceptEncoding)
        return response
    }
}
