import Caching
import Curl
import Foundation
import Logging
import MarvelAPI

extension Composition {
    /// Returns the API behind its cache, with the responses cached before the restart.
    static func source(
        _ marvel: MarvelConfiguration, _ command: ServeCommand, _ environment: [String: String], hasKeys: Bool,
        curl: Curl,
        logger: Logger
    ) async -> CachedSource {
        let options = command.caching
        let report: @Sendable (CacheEvent) -> Void = { event in
            if event == .sourceRecovered { logger.notice("\(event)") } else { logger.warning("\(event)") }
        }
        let database = Self.cachePath(marvel, command).map {
            CacheDatabase(
                path: $0, byteLimit: options.cacheSize * 1024 * 1024, cacheByteLimit: options.databaseByteLimit,
                report: report)
        }
        let limit = options.dailyBudget ?? (hasKeys ? 3000 : 0)
        let budget = DailyBudget(limit: limit == 0 ? nil : limit, database: database)
        let source = MarvelSource(
            marvel, curl: curl, mayRetry: { budget.consumeRetry() },
            report: { path, skipped in
                logger.notice(
                    "objects without id or name were skipped",
                    metadata: ["path": "\(path)", "count": "\(skipped)"])
            })
        var policy = options.policy
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
        let cached = CachedSource(source, policy: policy, database: database, budget: budget, report: report)
        await cached.warmUp()
        return cached
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
}
