/// A suite, by the name that the command takes.
enum Suite: String, CaseIterable {
    case pages, favourites, database, gateway, pictures, upstream, comicvine, browser, overload

    func report(_ effort: Effort) async throws -> Report {
        switch self {
        case .pages: try await PagesSuite(effort).report()
        case .favourites: try await FavouritesSuite(effort).report()
        case .database: try await DatabaseSuite(effort).report()
        case .gateway: try await GatewaySuite(effort).report()
        case .pictures: try await PicturesSuite(effort).report()
        case .upstream: try UpstreamSuite(effort).report()
        case .comicvine: try await ComicVineSuite(effort).report()
        case .browser: try await BrowserSuite(effort).report()
        case .overload: try await OverloadSuite(effort).report()
        }
    }
}

/// The length of the measurements.
struct Effort {
    let isQuick: Bool
    let rounds: Rounds
    /// Rounds of a second under wrk, whose slowest hundredth scatters more than a rate.
    let loadRounds: Rounds

    static let full = Effort(isQuick: false, rounds: Rounds(count: 7), loadRounds: Rounds(count: 11))
    /// Shows that all works; no figures to quote.
    static let quick = Effort(isQuick: true, rounds: Rounds(count: 2), loadRounds: Rounds(count: 1))
}
