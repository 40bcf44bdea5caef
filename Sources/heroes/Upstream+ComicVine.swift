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
        let stores = stores(command, database, configuration.baseURL) { logger.warning("\($0)") }
        let source = await ComicVineSource(configuration, curl: curl, stores: stores) { logger.warning("\($0)") }
        return Upstream(
            source: source, addMetrics: { $0.add(source.metrics) }, degradation: { source.advice },
            load: { await source.run() }, waitUntilIdle: { await source.waitUntilIdle() },
            imageHosts: [ComicVineConfiguration.site], descriptionBase: "\(ComicVineConfiguration.site)/")
    }

    /// Returns the stores of heroes and records: in the database if there is one, otherwise in files.
    private static func stores(
        _ command: ServeCommand, _ database: Database?, _ address: String,
        _ report: @escaping @Sendable (CacheEvent) -> Void
    ) -> ComicVineStores {
        if let database {
            let lease = PostgresLease(database, name: "index \(address)")
            return ComicVineStores(
                records: PostgresResponseStore(database, source: address, lifetime: ComicVineStores.recordLifetime),
                heroes: PostgresResponseStore(database, source: "\(address) heroes", lifetime: nil),
                shared: .init(
                    calls: PostgresCallCounter(database, source: address, per: .hour),
                    isLeader: { await lease.acquire() }))
        }
        guard let folder = command.caching.cache ?? (command.ephemeral ? nil : "\(command.data)/cache") else {
            return ComicVineStores()
        }
        let (name, cacheByteLimit) = (CacheDatabase.fileName(of: address), command.caching.databaseByteLimit)
        return ComicVineStores(
            records: CacheDatabase(
                path: "\(folder)/records-\(name)", byteLimit: command.caching.cacheSize * 1024 * 1024,
                cacheByteLimit: cacheByteLimit, report: report),
            heroes: CacheDatabase(
                path: "\(folder)/\(name)", byteLimit: .max, cacheByteLimit: cacheByteLimit, report: report))
    }
}
