import HTTPTypes

extension HTTPRequest.Method {
    /// Returns the method of this name if it is one of RFC 9110 section 9.3 or PATCH; names are case-sensitive.
    init?(known name: ArraySlice<UInt8>) {
        guard let method = Self.known.first(where: { $0.rawValue.utf8.elementsEqual(name) }) else { return nil }
        self = method
    }

    private static let known: [Self] = [.get, .head, .post, .put, .delete, .patch, .options, .trace, .connect]
}
