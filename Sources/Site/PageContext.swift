import HTML
import HTTP
import HTTPTypes
import Heroes

/// A request with what a page needs to respond to it: the site, the source, the visitor and the visitor's favourites.
struct PageContext: Sendable {
    let site: Site
    let http: Request
    let assets: Assets
    /// The source for this request; its calls count against the quota of the client's network.
    let source: any HeroSource
    /// Nil before the first favourite, and if the cookie's value is invalid.
    let visitor: Visitor?
    /// The client's address; nil if it is unknown.
    let client: ClientAddress?
    /// The latest revision of the favourites that the browser has seen.
    let seenRevision: UInt64?
    /// The scheme, host and port of the site for this visitor; nil if the request's Host is invalid.
    let origin: Origin?
    private var stored: Favourites?

    /// Creates a context without favourites; there is no request if the server rejected it before it was parsed.
    init(_ site: Site, _ request: Request?, _ assets: Assets) {
        let http = request ?? Request(target: "/")
        let cookie = VisitorCookie(http, site.configuration)
        (self.site, self.http, self.assets) = (site, http, assets)
        (visitor, seenRevision) = (cookie.visitor, cookie.seenRevision)
        stored = request == nil ? nil : Favourites.none
        origin = Origin(of: http, site.configuration)
        client = http.client(behind: site.configuration.trustedProxies)
        source = site.source.for(http.isPrefetch ? .prefetch : .visitor(network: client?.network ?? []))
    }

    /// Returns the context with the visitor's favourites; that they cannot be read makes no request fail.
    func reading() async -> PageContext {
        guard let visitor else { return self }
        var context = self
        do {
            context.stored = try await site.favourites.favourites(of: visitor, since: seenRevision)
        } catch {
            context.stored = nil
            log("cannot read favourites: \(error)")
        }
        return context
    }

    /// Returns the context with the favourites from memory, for a response that must not wait for the store.
    func readingFromMemory() -> PageContext {
        guard let visitor else { return self }
        var context = self
        context.stored = site.favourites.cachedFavourites(of: visitor)
        return context
    }

    var configuration: SiteConfiguration { site.configuration }

    /// Writes the cause of a failure, of which visitors see only a sentence, to the log.
    func log(_ cause: String) { configuration.log(cause) }

    /// Returns the address of a page for others, which may reach the site by another name than this visitor.
    func sharedAddress(_ route: Route) -> SafeURL { origin?.url(route) ?? route.url }

    /// The client's network, an IPv4 address or an IPv6 /64; clients with an unknown address share one.
    var network: [UInt8] { client?.network ?? [] }

    /// The network around it, an IPv4 /16 or an IPv6 /48; never equal to a `network`.
    var wideNetwork: [UInt8] { client?.wideNetwork ?? [0] }

    /// False if the store failed or the visitor is unknown, so that the page can warn that hearts may be wrong.
    var canReadFavourites: Bool { stored != nil }

    /// The visitor's favourites, newest first; empty if they cannot be read.
    var favourites: [Favourite] { stored?.list ?? [] }

    /// The version of the favourites, equal for equal favourites.
    var favouritesVersion: Int { (stored ?? .none).version }

    func hasFavourite(_ hero: Hero.ID) -> Bool { stored?.contains(hero) ?? false }

    /// Returns the favourites. Throws if they cannot be read.
    func readFavourites() throws(Failure) -> [Favourite] {
        guard canReadFavourites else { throw .unreadFavourites }
        return favourites
    }

    var prefersJSON: Bool { Accept(http).prefersJSON }

    /// The page of this site in the Referer field, if there is one.
    var referrer: Route? {
        guard let text = http.fields[.referer], let host = http.host else { return nil }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme + host + "/") {
            return try? Route(target: String(text.dropFirst(scheme.count + host.count)))  // Nil if invalid.
        }
        return nil
    }

    /// Returns the source's result; throws its error as the page of a failure.
    func fetch<Value>(
        retry: Route, _ request: @autoclosure () async throws(HeroError) -> Value
    ) async throws(Failure) -> Value {
        do throws(HeroError) {
            return try await request()
        } catch {
            throw Failure(error, retry: retry)
        }
    }

    func request<Value>(
        _ request: @escaping @Sendable (any HeroSource) async throws(HeroError) -> Value
    ) -> Pending<Result<Value, HeroError>> {
        Pending { [source] in
            do throws(HeroError) {
                return .success(try await request(source))
            } catch {
                return .failure(error)
            }
        }
    }

    func description(of subject: some Described) -> SafeHTML? {
        subject.derived.value("description") { subject.description.flatMap { site.sanitizer.sanitize($0) } }
    }

    /// Returns the beginning of the description as plain text of at most this many characters.
    func excerpt(of subject: some Described, limit: Int) -> String? {
        subject.derived.value("excerpt \(limit)") {
            subject.description.flatMap { site.excerpts.plainText($0, limit: limit) }
        }
    }

    /// Returns the line with the attribution, or nil if it is empty.
    func attribution(_ attribution: Attribution?) -> AttributionView? {
        attribution?.derived.value("view") {
            attribution.flatMap { site.sanitizer.sanitizeInline($0.html) }.map(AttributionView.init)
        }
    }
}

extension HeroSource {
    /// Returns the hero from the cache, or requests it.
    func knownHero(_ id: Hero.ID) async throws(HeroError) -> Hero {
        if let known = cachedHero(id) { known } else { try await hero(id).value }
    }

    /// Returns the topic from the cache, or requests it.
    func knownTopic(_ id: TopicID) async throws(HeroError) -> Topic {
        if let known = cachedTopic(id) { known } else { try await topic(id).value }
    }
}

extension Request {
    /// True if the browser prefetches the page (Sec-Purpose, HTML standard). Such a page is served complete from the
    /// cache, or not at all.
    var isPrefetch: Bool { fields.value(named: "sec-purpose")?.hasPrefix("prefetch") ?? false }

    /// False if a browser requests the address for anything but a page of its own (Sec-Fetch-Dest, Fetch Metadata).
    var isNavigation: Bool { fields.value(named: "sec-fetch-dest").map { $0 == "document" } ?? true }
}

extension Failure {
    fileprivate static let unreadFavourites = Failure(
        status: .serviceUnavailable, heading: "Your favourites can’t be loaded",
        sentence: "That didn’t work. Nothing was changed, and your list is safe.",
        fields: [.retryAfter: "30"], next: .favourites(page: 1), nextLabel: "Back to your favourites")
}
