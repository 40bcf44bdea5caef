import Site

/// The route labels of logs and metrics: the site's routes and those answered before it.
enum RouteLabel {
    static let names = Route.Name.allCases.map(\.text) + ["image", "metrics", "readiness", "refused"]

    static let health = Route.Name.health.rawValue
    static let move = Route.Name.transfer.rawValue
    static let image = UInt8(Route.Name.allCases.count)
    static let metrics = image + 1
    static let readiness = image + 2
    /// Requests that the server refused before routing.
    static let refused = image + 3
}
