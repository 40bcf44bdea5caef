import Basics
import Caching
import ComicVine
import Curl
import Heroes
import Logging
import PostgreSQL

extension Upstream {
    /// Creates Comic Vine's API behind its index of heroes.
    static func comicVine(
        _ command: ServeCommand, _ environment: [String: String], _ database: Database?, _ curl: Curl, _ logger: Logger
    ) async throws -> Upstream {
        let options = command.comicVine
        guard let key = environment["COMICVINE_API_KEY"], !key.isEmpty else {
            throw CommandError(
                """
                --source comicvine needs a key. Sign up at https://comicvine.gamespot.com/api/, which is free, and set \
                COMICVINE_API_KEY in the environment.
                """)
        }
        var configuration = try ComicVineConfiguration(baseURL: options.comicvineURL, key: key)
        configuration.leastAppearances = options.leastAppearances
        configuration.hourlyBudget = options.hourlyBudget
        configuration.crawlsArcs = options.crawlArcs
        configuration.userAgent = "MarvelHeroes/\(ProgramVersion.text)" + (command.publicURL.map { " (+\($0))" } ?? "")
        let folder = command.caching.cache ?? (command.ephemeral ? nil : "\(command.data)/cache")
        configuration.path = folder.map { "\($0)/\(CacheDatabase.fileName(of: configuration.baseURL))" }
        let sharing = database.map { Self.sharing($0, configuration.baseURL) }
        let source = await ComicVineSource(configuration, curl: curl, sharing: sharing) { logger.warning("\($0)") }
        return Upstream(
            source: source, addMetrics: { $0.add(source.metrics) }, degradation: { source.advice },
            load: { await source.run() }, waitUntilIdle: { await source.waitUntilIdle() },
            imageHosts: [ComicVineConfiguration.site], descriptionBase: "\(ComicVineConfiguration.site)/")
    }

    private static func sharing(_ database: Database, _ address: String) -> ComicVineSharing {
        let lease = PostgresLease(database, name: "index \(address)")
        return ComicVineSharing(
            records: PostgresResponseStore(database, source: address, lifetime: ComicVineSharing.recordLifetime),
            heroes: PostgresResponseStore(database, source: "\(address) heroes", lifetime: nil),
            calls: PostgresCallCounter(database, source: address, per: .hour), isLeader: { await lease.acquire() })
    }
}
