/// What can be measured, by the name the command takes.
enum Suite: String, CaseIterable {
    case server, templates, sanitizer, favourites, gateway, upstream, pages, browser

    static func names(_ separator: String) -> String {
        allCases.map(\.rawValue).joined(separator: separator)
    }

    func report(_ effort: Effort) async throws -> Report {
        switch self {
        case .server: try ServerSuite(effort).report()
        case .templates: try await TemplateSuite().report()
        case .sanitizer: try SanitizerSuite().report()
        case .favourites: try await FavouritesSuite(effort).report()
        case .gateway: try await GatewaySuite(effort).report()
        case .upstream: try UpstreamSuite(effort).report()
        case .pages: try await PagesSuite(effort).report()
        case .browser: try BrowserSuite(effort).report()
        }
    }
}
