import Basics
import HTTP
import Heroes
import Synchronization

/// The web site. It responds to requests with a source of heroes and a store of favourites.
package struct Site: Sendable {
    let source: any HeroSource
    let favourites: any FavouritesStore
    let configuration: SiteConfiguration
    let environment: SiteEnvironment
    let assets: @Sendable () throws -> Assets
    let newVisitors: NewVisitors
    let importLimit = RateLimit(perHour: 60)
    /// The limit of wrong transfer codes per network.
    let wrongCodeLimit = RateLimit(perHour: 60)
    /// The undo histories and the results of imports.
    let expiringStore: any ExpiringStore
    let transferCodes: TransferCodes
    let pageCache: PageCache
    let relatedHeroes: RelatedHeroes
    /// Nil in development, when files may change, and if the files cannot be read.
    let files: StaticFiles?

    /// `assets` is called once per request, so that templates can change during development. Without `expiringStore`
    /// and `newVisitorLimit`, this process has its own.
    package init(
        source: any HeroSource, favourites: any FavouritesStore, expiringStore: (any ExpiringStore)? = nil,
        newVisitorLimit: (any NewVisitorLimit)? = nil, configuration: SiteConfiguration = SiteConfiguration(),
        environment: SiteEnvironment = SiteEnvironment(), assets: @escaping @Sendable () throws -> Assets
    ) {
        let expiringStore = expiringStore ?? MemoryExpiringStore(now: environment.now)
        self.expiringStore = expiringStore
        transferCodes = TransferCodes(store: expiringStore, secret: configuration.secret)
        self.source = source
        self.favourites = favourites
        self.configuration = configuration
        self.environment = environment
        self.assets = assets
        newVisitors = NewVisitors(
            limit: newVisitorLimit
                ?? LocalNewVisitorLimit(perHour: configuration.newVisitorsPerHour, now: environment.now))
        relatedHeroes = RelatedHeroes(milliseconds: environment.milliseconds)
        pageCache = PageCache(byteLimit: configuration.pageByteLimit, lifetime: configuration.pageLifetime)
        // The first page reports why the files cannot be read.
        files = configuration.isDevelopment ? nil : try? assets().files
    }

    /// The number of new visitors since the start.
    package var newVisitorCount: Int { newVisitors.count.load(ordering: .relaxed) }
}
