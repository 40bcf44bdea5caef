import Site

/// What is counted together: the site's routes, and what is answered in front of it.
enum RouteLabel {
    static let texts = Route.Name.allCases.map(\.text) + ["image", "metrics", "readiness", "refused"]

    static let health = Route.Name.health.rawValue
    static let move = Route.Name.transfer.rawValue
    static let image = UInt8(Route.Name.allCases.count)
    static let metrics = image + 1
    static let readiness = image + 2
    /// Requests that the server refused before anybody saw an address in them.
    static let refused = image + 3
}
