import Caching
import Curl
import Foundation
import Heroes
import Logging
import MarvelAPI
import PostgreSQL

extension Upstream {
    /// Creates a Marvel-compatible API behind its cache, with the responses cached before the restart.
    static func marvel(
        _ marvel: MarvelConfiguration, _ command: ServeCommand, _ environment: [String: String], hasKeys: Bool,
        database: Database?, curl: Curl, logger: Logger
    ) async -> Upstream {
        let cached = await cachedSource(
            marvel, command, environment, hasKeys: hasKeys, database: database, curl: curl, logger: logger)
        let isEmbedded = if case .embedded = command.source { true } else { false }
        return Upstream(
            source: cached,
            addMetrics: {
                let metrics = cached.metrics
                $0.addCalls(metrics)
                $0.addCache(metrics)
            }, degradation: { cached.metrics.degradation },
            load: {
                // The embedded gateway is fast, so all heroes and works are loaded at start.
                if isEmbedded { await cached.preload() } else if database != nil { await cached.followBudget() }
            }, waitUntilIdle: { await cached.waitUntilIdle() },
            imageHosts: command.archive == nil && isEmbedded ? [] : imageHosts(marvel, command))
    }

    private static func cachedSource(
        _ marvel: MarvelConfiguration, _ command: ServeCommand, _ environment: [String: String], hasKeys: Bool,
        database: Database?, curl: Curl, logger: Logger
    ) async -> CachedSource {
        let report: @Sendable (CacheEvent) -> Void = { event in
            if event == .sourceRecovered { logger.notice("\(event)") } else { logger.warning("\(event)") }
        }
        let (store, counter) = stores(marvel, command, database, report)
        let limit = command.caching.dailyBudget ?? (hasKeys ? 3000 : 0)
        let budget = DailyBudget(limit: limit == 0 ? nil : limit, counter: counter)
        let source = MarvelSource(
            marvel, curl: curl, mayRetry: { await budget.consumeRetry() },
            report: { path, skipped in
                logger.notice(
                    "objects without id or name were skipped",
                    metadata: ["path": "\(path)", "count": "\(skipped)"])
            })
        let policy = policy(command, environment)
        let cached = CachedSource(source, policy: policy, store: store, budget: budget, report: report)
        await cached.warmUp()
        return cached
    }

    /// Returns the store of responses and the counter of calls: a remote source's are in the database if there is one,
    /// otherwise in a file.
    private static func stores(
        _ marvel: MarvelConfiguration, _ command: ServeCommand, _ database: Database?,
        _ report: @escaping @Sendable (CacheEvent) -> Void
    ) -> (store: (any ResponseStore)?, counter: any CallCounter) {
        if case .remote = command.source, let database {
            let policy = command.caching.policy
            let store = PostgresResponseStore(
                database, source: marvel.baseURL, lifetime: policy.freshnessLifetime + policy.maxStale)
            return (store, PostgresCallCounter(database, source: marvel.baseURL, per: .day))
        }
        let file = cachePath(marvel, command).map {
            CacheDatabase(
                path: $0, byteLimit: command.caching.cacheSize * 1024 * 1024,
                cacheByteLimit: command.caching.databaseByteLimit, report: report)
        }
        return (file, LocalCallCounter(file))
    }

    private static func policy(_ command: ServeCommand, _ environment: [String: String]) -> CachePolicy {
        var policy = command.caching.policy
        for kind in (environment["HEROES_TEST_STALE"] ?? "").split(separator: ",") {
            ResponseKind(rawValue: String(kind)).map { policy.freshnessLifetimeByKind[$0] = 0 }
        }
        // An import may change an archive while the site runs, and reading it is cheap.
        if command.archive != nil {
            (policy.freshnessLifetime, policy.negativeTTL) = (archiveFreshness, archiveFreshness)
        }
        // All heroes and works are preloaded, and the sitemap lists the known ones.
        if case .embedded = command.source {
            (policy.heroIndexByteLimit, policy.workIndexByteLimit) = (64 << 20, 64 << 20)
        }
        return policy
    }

    /// The seconds for which an archive's responses are fresh.
    private static let archiveFreshness = 5.0

    /// Returns the path of the file for the source's responses; nil to cache them in memory only. Reading the embedded
    /// gateway is as fast as a file, so its responses are cached on disk only on request.
    private static func cachePath(_ marvel: MarvelConfiguration, _ command: ServeCommand) -> String? {
        let name: String
        if case .remote = command.source {
            name = CacheDatabase.fileName(of: marvel.baseURL)
        } else if command.caching.cache == nil {
            return nil
        } else {
            name =
                command.archive.map {
                    CacheDatabase.fileName(of: URL(filePath: $0).resolvingSymlinksInPath().path)
                } ?? "embedded.sqlite"
        }
        guard let folder = command.caching.cache ?? (command.ephemeral ? nil : "\(command.data)/cache") else {
            return nil
        }
        return "\(folder)/\(name)"
    }

    /// Returns the CSP sources of pictures: any https host, and the image host and a remote source if they are http.
    /// The embedded gateway's port is not included, since browsers do not use it.
    private static func imageHosts(_ marvel: MarvelConfiguration, _ command: ServeCommand) -> [String] {
        var urls = [command.imageHost]
        if case .remote = command.source { urls.insert(marvel.baseURL, at: 0) }
        return ["https:"] + urls.compactMap(ImageHost.origin).filter { $0.hasPrefix("http:") }
    }
}

extension CacheMetrics {
    /// The requests that are refused because of the circuit breaker or the daily budget (UTC); nil if all are allowed.
    fileprivate var degradation: String? {
        if isPaused { return "the source is not called for now; only cached responses are served" }
        guard let left = budget.left, left <= budget.reserve else { return nil }
        return left <= budget.frontPageReserve
            ? "the daily budget is used up; only the front page and cached responses are served"
            : "the daily budget is nearly used up; searches and imports that need a call are refused"
    }
}
