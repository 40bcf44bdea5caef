import Basics
import FoundationEssentials
import HTML
import HTTP
import HTTPTypes
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
    let transferCodes = ExpiringCache<String, Visitor>(limit: 10_000)
    let failedLookups = ExpiringCache<Hero.ID, FailedLookup>(limit: 10_000)
    let pageCache: PageCache
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
        pageCache = PageCache(byteLimit: configuration.pageByteLimit, lifetime: configuration.pageLifetime)
        // The first page reports why the files cannot be read.
        files = configuration.isDevelopment ? nil : try? assets().files
    }

    /// The number of new visitors since the start.
    package var newVisitorCount: Int { newVisitors.count.load(ordering: .relaxed) }
}

/// The limit of new visitors per network, so that they cannot fill the disk.
final class NewVisitors: Sendable {
    let limit: RateLimit
    /// The number of new visitors with a stored favourite since the start.
    let count = Atomic<Int>(0)
    /// True once the log has a warning of an untrusted proxy.
    let hasWarned = Atomic<Bool>(false)

    init(limit: Int) { self.limit = RateLimit(perHour: limit) }
}

/// The site's settings.
package struct SiteConfiguration: Sendable {
    /// The longest time that a page waits for its source before it is streamed with loaders.
    package var streamingDelay: Duration = .milliseconds(80)
    /// The public URL of the site, such as `https://heroes.example`; cookies are Secure if it is HTTPS.
    package var publicURL: String?
    /// The hosts other than this site that portraits are loaded from, as CSP sources.
    package var imageHosts: [String] = ["https:"]
    /// Returns the hue of a hero's picture in degrees of Oklch, if it is known without loading the picture.
    package var hue: @Sendable (Hero) -> Int? = { _ in nil }
    /// The time for which a cached page is served.
    package var pageLifetime: Duration = .seconds(10)
    /// The byte limit of the page cache.
    package var pageByteLimit = 10 << 20
    /// Shows `/_gallery`, every view in every named state, and turns the page cache off.
    package var isDevelopment = false

    /// The proxies with a trusted X-Forwarded-For.
    package var trustedProxies: [AddressRange] = []
    /// The limit of new visitors per hour and network, an IPv4 address or an IPv6 /64.
    package var newVisitorsPerHour = 200

    package init() {}

    var isSecure: Bool { publicURL?.hasPrefix("https://") ?? false }
}

/// The clock, random numbers and log as values, so that tests can replace them.
package struct SiteEnvironment: RandomNumberGenerator, Sendable {
    package var now: @Sendable () -> Date = { Date() }
    package var random: @Sendable () -> UInt64 = {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }
    /// The milliseconds of a monotonic clock.
    package var milliseconds: @Sendable () -> Int = { MonotonicTime.now.milliseconds }
    /// Writes the cause of a failure, of which visitors see only a sentence, to the log.
    package var log: @Sendable (String) -> Void = { _ in }

    package init() {}

    package func next() -> UInt64 { random() }
}

/// The templates and the static files.
package struct Assets: Sendable {
    let templates: Templates
    let files: StaticFiles

    /// Reads both folders, blocking. Throws if one cannot be read or a template does not match its view.
    package init(templates: String, files: String) throws {
        self.templates = try Templates(folder: templates, views: Site.views)
        self.files = try StaticFiles(folder: files, fields: SecurityFields.file)
    }
}
