/// The reason that a request target is not an address of the site.
enum RouteError: Error, Equatable, Sendable {
    /// The address does not exist.
    case unknown
    /// The address exists, but a part of it is invalid; the sentence names the part.
    case malformed(String)
}
