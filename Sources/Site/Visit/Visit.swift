import HTML
import HTTP
import HTTPTypes
import Heroes

/// A request with what is known of it: the visitor, the visitor's favourites, the network, and the site's own address.
struct Visit: Sendable {
    let site: Site
    let request: Request
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

    /// Creates a visit without favourites; there is no request if the server rejected it before it was parsed.
    init(_ site: Site, _ request: Request?, _ assets: Assets) {
        stored = request == nil ? nil : Favourites.none
        let request = request ?? Request(target: "/")
        let cookie = VisitorCookie(request, site.configuration)
        (self.site, self.request, self.assets) = (site, request, assets)
        (visitor, seenRevision) = (cookie.visitor, cookie.seenRevision)
        origin = Origin(of: request, site.configuration)
        client = request.client(behind: site.configuration.trustedProxies)
        source = site.source.for(request.isPrefetch ? .prefetch : .visitor(network: client?.network ?? []))
    }

    /// Returns the visit with the visitor's favourites. If they cannot be read, the request goes on without them.
    func readingFavourites() async -> Visit {
        guard let visitor else { return self }
        var visit = self
        do {
            visit.stored = try await site.favourites.favourites(of: visitor, since: seenRevision)
        } catch {
            visit.stored = nil
            log("cannot read favourites: \(error)")
        }
        return visit
    }

    /// Returns the visit with the favourites from memory, for a response that must not wait for the store.
    func withCachedFavourites() -> Visit {
        guard let visitor else { return self }
        var visit = self
        visit.stored = site.favourites.cachedFavourites(of: visitor)
        return visit
    }

    var configuration: SiteConfiguration { site.configuration }

    var texts: Texts { site.texts }

    /// Writes the cause of a failure, of which visitors see only a sentence, to the log.
    func log(_ cause: String) { configuration.log(cause) }
}

/// The visitor's favourites.
extension Visit {
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
}

/// The client and its request.
extension Visit {
    /// The client's network, an IPv4 address or an IPv6 /64; clients with an unknown address share one.
    var network: [UInt8] { client?.network ?? [] }

    /// The network around it, an IPv4 /16 or an IPv6 /48; never equal to a `network`.
    var wideNetwork: [UInt8] { client?.wideNetwork ?? [0] }

    var prefersJSON: Bool { Accept(request).prefersJSON }

    /// The days since 1970 in UTC.
    var day: Int { Int(configuration.now().timeIntervalSince1970) / 86_400 }

    /// The page of this site in the Referer field, if there is one.
    var referrer: Route? {
        guard let text = request.fields[.referer], let host = request.host else { return nil }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme + host + "/") {
            return try? Route(target: String(text.dropFirst(scheme.count + host.count)))  // Nil if invalid.
        }
        return nil
    }

    /// Returns the address of a page for others, which may reach the site by another name than this visitor.
    func sharedAddress(_ route: Route) -> SafeURL { origin?.url(route) ?? route.url }

    /// Throws a failure if a page of another site sent the request (see `CrossOriginProtection`).
    func checkOrigin() throws(Failure) {
        guard
            CrossOriginProtection.allows(
                request, at: configuration.publicURL, behind: configuration.trustedProxies)
        else { throw .crossSite(request) }
    }
}

/// Requests to the source.
extension Visit {
    /// Returns the source's result; throws its error as the page of a failure.
    func fetch<Value>(
        retry: Route, _ operation: @autoclosure () async throws(HeroError) -> Value
    ) async throws(Failure) -> Value {
        do throws(HeroError) {
            return try await operation()
        } catch {
            throw Failure(error, retry: retry)
        }
    }

    /// Starts a request to the source.
    func pending<Value>(
        _ operation: @escaping @Sendable (any HeroSource) async throws(HeroError) -> Value
    ) -> Pending<Result<Value, HeroError>> {
        Pending { [source] in
            do throws(HeroError) {
                return .success(try await operation(source))
            } catch {
                return .failure(error)
            }
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
        sentence: "That didn’t work. Your list was not changed.",
        fields: [.retryAfter: "30"], next: .favourites(page: 1), nextLabel: "Back to your favourites")
}
