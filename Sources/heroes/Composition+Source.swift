import Caching
import Curl
import Foundation
import Logging
import MarvelAPI

extension Composition {
    /// The API behind its cache, which knows already what it knew before the last restart.
    static func source(
        _ marvel: MarvelConfiguration, _ command: ServeCommand, _ environment: [String: String], hasKeys: Bool,
        curl: Curl,
        logger: Logger
    ) async -> CachedSource {
        let options = command.caching
        let report: @Sendable (CacheEvent) -> Void = { event in
            if event == .sourceBack { logger.notice("\(event)") } else { logger.warning("\(event)") }
        }
        let folder = Self.folder(command).map { "\($0)/\(folderName(marvel, command))" }
        let store = folder.flatMap { Self.store($0, options, logger, report: report) }
        let limit = options.dailyBudget ?? (hasKeys ? 3000 : 0)
        let budget = DailyBudget(
            limit: limit == 0 ? nil : limit, file: store == nil ? nil : folder.map { "\($0).calls" }, report: report)
        let source = MarvelSource(
            marvel, curl: curl, mayRetry: { await budget.takeRetry() },
            report: { path, skipped in
                logger.notice(
                    "objects without number or name were left out",
                    metadata: ["path": "\(path)", "count": "\(skipped)"])
            })
        var policy = options.policy
        for kind in (environment["HEROES_TEST_STALE"] ?? "").split(separator: ",") {
            Kind(rawValue: String(kind)).map { policy.freshnessByKind[$0] = 0 }
        }
        // More may be imported into an archive while the site runs, and to ask it costs next to nothing.
        if command.archive != nil { (policy.freshness, policy.absence) = (archiveFreshness, archiveFreshness) }
        // All of them are met at the start, and the sitemap names those that are known.
        if case .embedded = command.source { policy.knownByteLimit = 64 << 20 }
        let cached = CachedSource(source, policy: policy, store: store, budget: budget, report: report)
        await cached.warmUp()
        return cached
    }

    /// Seconds until what an archive has said is asked for again.
    private static let archiveFreshness = 5.0

    /// The bundled archive is as near as the disk, so its answers are kept there only where that is asked for.
    private static func folder(_ command: ServeCommand) -> String? {
        if let folder = command.caching.cache { return folder }
        if case .embedded = command.source { return nil }
        return command.ephemeral ? nil : "\(command.data)/cache"
    }

    /// The name of the source's own folder in that one.
    private static func folderName(_ marvel: MarvelConfiguration, _ command: ServeCommand) -> String {
        if case .remote = command.source { return DiskStore.folderName(of: marvel.baseURL) }
        guard let archive = command.archive else { return "embedded" }
        return DiskStore.folderName(of: URL(filePath: archive).resolvingSymlinksInPath().path)
    }

    /// Nil where the folder cannot be used: the site does without what it would have spared.
    private static func store(
        _ folder: String, _ options: CacheOptions, _ logger: Logger, report: @escaping @Sendable (CacheEvent) -> Void
    ) -> DiskStore? {
        do {
            return try DiskStore(
                folder: folder, byteLimit: options.cacheSize * 1024 * 1024, indexByteLimit: options.indexByteLimit,
                report: report)
        } catch {
            logger.warning("answers are kept in memory only: \(error)")
            return nil
        }
    }
}
