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
    let undoHistories = ExpiringCache<Visitor, UndoHistory>(limit: 500)
    let importResults = ExpiringCache<Visitor, ImportView>(limit: 500)
    let transferCodes = ExpiringCache<String, Visitor>(limit: 10_000)
    let failedLookups = ExpiringCache<Hero.ID, FailedLookup>(limit: 10_000)
    let pageCache: PageCache
    let relatedHeroes: RelatedHeroes
    /// Nil in development, when files may change, and if the files cannot be read.
    let files: StaticFiles?

    /// `assets` is called once per request, so that templates can change during development.
    package init(
        source: any HeroSource, favourites: any FavouritesStore, configuration: SiteConfiguration = SiteConfiguration(),
        environment: SiteEnvironment = SiteEnvironment(), assets: @escaping @Sendable () throws -> Assets
    ) {
        self.source = source
        self.favourites = favourites
        self.configuration = configuration
        self.environment = environment
        self.assets = assets
        newVisitors = NewVisitors(limit: configuration.newVisitorsPerHour)
        relatedHeroes = RelatedHeroes(milliseconds: environment.milliseconds)
        pageCache = PageCache(byteLimit: configuration.pageByteLimit, lifetime: configuration.pageLifetime)
        // The first page reports why the files cannot be read.
        files = configuration.isDevelopment ? nil : try? assets().files
    }

    /// The number of new visitors since the start.
    package var newVisitorCount: Int { newVisitors.count.load(ordering: .relaxed) }
}
