import Basics
import Caching
import ComicVine
import Curl
import Heroes
import Logging
import MarvelAPI
import PostgreSQL

/// The source of heroes, with what only the program needs of it.
struct Upstream: Sendable {
    let source: any HeroSource
    /// Adds the metrics of the source's calls and of its cache.
    let addMetrics: @Sendable (inout PrometheusText) -> Void
    /// Returns the reason why the source only works in part, with the operator's next step; nil if it works.
    let degradation: @Sendable () -> String?
    /// Loads heroes in the background until it is done or cancelled.
    let load: @Sendable () async -> Void
    /// Waits for all calls and for writes to disk.
    let waitUntilIdle: @Sendable () async -> Void
    /// The hosts of pictures, as CSP sources.
    var imageHosts: [String] = []
    /// The base URL of links in descriptions; nil if they are absolute.
    var descriptionBase: String?
    /// Returns the hero that this page of the source's own web site is about; nil for any other URL.
    var heroOfPage: @Sendable (String) -> Hero? = { _ in nil }
}

extension Upstream {
    /// Creates a Marvel-compatible API behind a cache in memory.
    static func marvel(
        _ marvel: MarvelConfiguration, _ command: ServeCommand, curl: Curl, logger: Logger
    ) -> Upstream {
        let source = MarvelSource(
            marvel, curl: curl,
            report: { path, skipped in
                logger.notice(
                    "objects without id or name were skipped",
                    metadata: ["path": "\(path)", "count": "\(skipped)"])
            })
        let cached = CachedSource(
            source, limits: limits(command),
            report: { event in
                if event == .sourceRecovered { logger.notice("\(event)") } else { logger.warning("\(event)") }
            })
        let isEmbedded = if case .embedded = command.source { true } else { false }
        return Upstream(
            source: cached, addMetrics: { $0.add(cached.metrics) },
            degradation: {
                cached.metrics.isPaused
                    ? "the source is not called for now; only cached responses are served" : nil
            },
            // The embedded gateway is fast, so all heroes and topics are loaded at start, and the best known, which
            // pages with little on them show.
            load: {
                guard isEmbedded else { return }
                await cached.preload()
                _ = try? await cached.heroes(.bestKnown)  // The front page asks again.
            },
            waitUntilIdle: { await cached.waitUntilIdle() },
            imageHosts: command.archive == nil && isEmbedded ? [] : imageHosts(marvel, command))
    }

    private static func limits(_ command: ServeCommand) -> CachedSourceLimits {
        var limits = CachedSourceLimits()
        let byteLimit = command.memory << 20
        limits.indexByteLimit = byteLimit / 10
        limits.byteLimit = byteLimit - 2 * limits.indexByteLimit - command.pageByteLimit
        // An import may change an archive while the site runs, and reading it is cheap.
        if command.archive != nil { (limits.lifetime, limits.absenceLifetime) = (5, 5) }
        // All heroes and topics are preloaded, and the sitemap lists the known ones.
        if case .embedded = command.source { limits.indexByteLimit = 64 << 20 }
        return limits
    }

    /// Returns the CSP sources of pictures: any https host, and the image host and a remote source if they are http.
    /// The embedded gateway's port is not included, since browsers do not use it.
    private static func imageHosts(_ marvel: MarvelConfiguration, _ command: ServeCommand) -> [String] {
        var urls = [command.imageHost]
        if case .remote = command.source { urls.insert(marvel.baseURL, at: 0) }
        return ["https:"] + urls.compactMap(ImageHost.origin).filter { $0.hasPrefix("http:") }
    }
}

extension Upstream {
    /// Creates Comic Vine's API behind its index of heroes.
    static func comicVine(
        _ command: ServeCommand, _ environment: [String: String], _ database: Database?, askingWords: Set<String>,
        _ curl: Curl, _ logger: Logger
    ) async throws -> Upstream {
        let options = command.comicVine
        guard let key = ComicVineConfiguration.key(in: environment) else {
            throw CommandError(
                """
                --source comicvine needs a key. Sign up at https://comicvine.gamespot.com/api/, which is free, and set \
                COMICVINE_API_KEY in the environment.
                """, isPermanent: true)
        }
        var configuration = try ComicVineConfiguration(baseURL: options.comicvineURL, key: key)
        configuration.leastAppearances = options.leastAppearances
        configuration.hourlyBudget = options.hourlyBudget
        configuration.askingWords = askingWords
        configuration.userAgent = "MarvelHeroes/\(ProgramVersion.text)" + (command.publicURL.map { " (+\($0))" } ?? "")
        let stores = comicVineStores(command, database, configuration.baseURL) { logger.warning("\($0)") }
        let source = await ComicVineSource(configuration, curl: curl, stores: stores) { logger.warning("\($0)") }
        return Upstream(
            source: source, addMetrics: { $0.add(source.metrics) }, degradation: { source.advice },
            load: { await source.run() }, waitUntilIdle: { await source.waitUntilIdle() },
            imageHosts: [ComicVineConfiguration.site], descriptionBase: "\(ComicVineConfiguration.site)/",
            heroOfPage: { source.hero(ofPage: $0) })
    }

    /// Returns the stores of heroes and records: in the database if there is one, otherwise in files.
    private static func comicVineStores(
        _ command: ServeCommand, _ database: Database?, _ address: String,
        _ report: @escaping @Sendable (CacheEvent) -> Void
    ) -> ComicVineStores {
        if let database {
            let lease = PostgresLease(database, name: "index \(address)")
            return ComicVineStores(
                records: PostgresResponseStore(database, source: address, lifetime: ComicVineStores.recordLifetime),
                heroes: PostgresResponseStore(database, source: "\(address) heroes", lifetime: nil),
                shared: .init(
                    calls: PostgresCallCounter(database, source: address),
                    isLeader: { await lease.acquire() }))
        }
        guard let folder = command.cacheFolder else { return ComicVineStores() }
        let name = ResponseFile.fileName(of: address)
        return ComicVineStores(
            records: ResponseFile(path: "\(folder)/records-\(name)", report: report),
            heroes: ResponseFile(path: "\(folder)/\(name)", byteLimit: .max, report: report))
    }
}
