import HTTP
import HTTPTypes
import Heroes

/// An HTTP request with its visitor and the visitor's favourites.
struct PageRequest: Sendable {
    let http: Request
    /// Nil before the first favourite, and if the cookie's value is invalid.
    let visitor: Visitor?
    /// Empty if the favourites cannot be read.
    private let stored: Favourites
    /// False if the store failed or the visitor is unknown, so that the page can warn that hearts may be wrong.
    let canReadFavourites: Bool

    /// The latest revision of the favourites that the browser has seen.
    let seenRevision: UInt64?

    /// `favourites` is nil if they cannot be read.
    init(http: Request, visitor: Visitor?, favourites: Favourites?, seenRevision: UInt64? = nil) {
        self.http = http
        self.seenRevision = seenRevision
        self.visitor = visitor
        stored = favourites ?? .none
        canReadFavourites = favourites != nil
    }

    /// The visitor's favourites, newest first; empty if they cannot be read.
    var favourites: [Favourite] { stored.list }

    /// Returns the favourites. Throws if they cannot be read.
    func readFavourites() throws(Failure) -> [Favourite] {
        guard canReadFavourites else { throw .unreadFavourites }
        return favourites
    }

    /// The version of the favourites, equal for equal favourites.
    var favouritesVersion: UInt64 { stored.version }

    var isHead: Bool { http.method == .head }

    /// True if the browser prefetches the page (Sec-Purpose, HTML standard). Such a page is served complete from the
    /// cache, or not at all.
    var isPrefetch: Bool { http.fields.value(named: "sec-purpose")?.hasPrefix("prefetch") ?? false }

    /// True if the client prefers JSON to HTML.
    var prefersJSON: Bool { Accept(http).prefersJSON }

    func hasFavourite(_ hero: Hero.ID) -> Bool { stored.contains(hero) }

    /// The page of this site in the Referer field, if there is one.
    var referrer: Route? {
        guard let text = http.fields[.referer], let host = http.host else { return nil }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme + host + "/") {
            return try? Route(target: String(text.dropFirst(scheme.count + host.count)))  // Nil if invalid.
        }
        return nil
    }
}

extension Failure {
    fileprivate static let unreadFavourites = Failure(
        status: .serviceUnavailable, heading: "Your favourites can’t be loaded",
        sentence: "That didn’t work. Nothing was changed, and your list is safe.",
        fields: [.retryAfter: "30"], next: .favourites(page: 1), nextLabel: "Back to your favourites")
}

extension Site {
    /// Reads the visitor's cookie and favourites; neither can make the request fail.
    func readRequest(_ request: Request) async -> PageRequest {
        let cookie = VisitorCookie(request, configuration)
        guard let visitor = cookie.visitor else { return requestWithoutFavourites(request) }
        do {
            return PageRequest(
                http: request, visitor: visitor,
                favourites: try await favourites.favourites(of: visitor, since: cookie.seenRevision),
                seenRevision: cookie.seenRevision)
        } catch {
            environment.log("cannot read favourites: \(error)")
            return PageRequest(http: request, visitor: visitor, favourites: nil)
        }
    }

    /// Returns the request without asking the store, for a handler that needs no favourites.
    func requestWithoutFavourites(_ request: Request) -> PageRequest {
        PageRequest(http: request, visitor: VisitorCookie(request, configuration).visitor, favourites: Favourites.none)
    }
}
