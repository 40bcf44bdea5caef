import HTTPTypes

extension HTTPRequest.Method {
    /// The method of this name, if it is one of RFC 9110 section 9.3 or PATCH; case matters.
    init?(known name: ArraySlice<UInt8>) {
        guard let method = Self.known.first(where: { $0.rawValue.utf8.elementsEqual(name) }) else { return nil }
        self = method
    }

    private static let known: [Self] = [.get, .head, .post, .put, .delete, .patch, .options, .trace, .connect]
}
