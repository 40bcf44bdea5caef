import Basics
import FoundationEssentials
import HTML
import HTTP
import HTTPTypes
import Heroes
import Synchronization

/// The web site: answers requests from a source of heroes and a store of favourites, and touches nothing else.
package struct Site: Sendable {
    let source: any HeroSource
    let favourites: any FavouritesStore
    let configuration: SiteConfiguration
    let environment: SiteEnvironment
    let assets: @Sendable () throws -> Assets
    let newVisitors: NewVisitors
    let importLimit = RateLimit(perHour: 60)
    /// Codes for another device that do not work.
    let wrongCodeLimit = RateLimit(perHour: 60)
    let undoHistories = ExpiringCache<Visitor, UndoHistory>(limit: 500)
    let transferCodes = ExpiringCache<String, Visitor>(limit: 10_000)
    let failedLookups = ExpiringCache<Hero.ID, FailedLookup>(limit: 10_000)
    let pageCache: PageCache
    /// Nil while it is not known whether the files can be read, and in development, when they may change.
    let files: StaticFiles?

    /// The assets is asked for once per request, so that development can change it between two.
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
        pageCache = PageCache(byteLimit: configuration.pageByteLimit, lifetime: configuration.pageLifetime)
        // Why there are no files is said by the first page.
        files = configuration.isDevelopment ? nil : try? assets().files
    }

    /// How many visitors have begun to keep favourites since the start.
    package var newVisitorCount: Int { newVisitors.count.load(ordering: .relaxed) }
}

/// First favourites, limited by the network that they come from, so that visitors do not fill the disk.
final class NewVisitors: Sendable {
    let limit: RateLimit
    /// How many were let in since the start and have something kept.
    let count = Atomic<Int>(0)
    /// Whether the log says that a proxy is not trusted.
    let hasWarned = Atomic<Bool>(false)

    init(limit: Int) { self.limit = RateLimit(perHour: limit) }
}

/// What the site's owner decides.
package struct SiteConfiguration: Sendable {
    /// How long a page waits at most for its source before it sends a first part with loaders.
    package var streamingDelay: Duration = .milliseconds(80)
    /// The site's own address for its visitors, such as `https://heroes.example`; cookies are Secure when it is https.
    package var publicURL: String?
    /// Hosts other than this site that portraits may come from, as CSP sources.
    package var imageHosts: [String] = ["https:"]
    /// The hue of a hero's picture in degrees of Oklch, where it is known without looking at the picture.
    package var hue: @Sendable (Hero) -> Int? = { _ in nil }
    /// How long a page may be given again before it is made anew from what the source says.
    package var pageLifetime: Duration = .seconds(10)
    /// Bytes of pages in memory that may be given again.
    package var pageByteLimit = 10 << 20
    /// Shows `/_gallery`, every view in every named state, and makes every page anew.
    package var isDevelopment = false

    /// Proxies before the site that tell in X-Forwarded-For who asks.
    package var trustedProxies: [AddressRange] = []
    /// How many visitors of one address, or of one IPv6 /64, may begin to keep favourites in an hour.
    package var newVisitorsPerHour = 200

    package init() {}

    var isSecure: Bool { publicURL?.hasPrefix("https://") ?? false }
}

/// Clock, randomness and log as values, so that tests can fix them.
package struct SiteEnvironment: RandomNumberGenerator, Sendable {
    package var now: @Sendable () -> Date = { Date() }
    package var random: @Sendable () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
    /// Milliseconds of a clock that nobody sets.
    package var milliseconds: @Sendable () -> Int = { MonotonicTime.now.milliseconds }
    /// Takes the cause of what visitors only see as a sentence.
    package var log: @Sendable (String) -> Void = { _ in }

    package init() {}

    package func next() -> UInt64 { random() }
}

/// How the site looks: the templates and the files of `/static/`.
package struct Assets: Sendable {
    let templates: Templates
    let files: StaticFiles

    /// Reads both folders, blocking. Throws if one cannot be read, and if a template does not fit its view.
    package init(templates: String, files: String) throws {
        self.templates = try Templates(folder: templates, views: Site.views)
        self.files = try StaticFiles(folder: files, fields: SecurityFields.file)
    }
}
