import HTTP
import HTTPTypes
import Heroes

/// One request together with who makes it and what they keep.
struct PageRequest: Sendable {
    let http: Request
    /// Nil until the first favourite, and for a cookie that cannot be one of ours.
    let visitor: Visitor?
    /// None when they cannot be read.
    private let stored: Favourites
    /// False when the store failed, so that the page can say that hearts may be wrong, or nobody knows who asks.
    let canReadFavourites: Bool

    /// The favourites are nil where they cannot be read.
    init(http: Request, visitor: Visitor?, favourites: Favourites?) {
        self.http = http
        self.visitor = visitor
        stored = favourites ?? .none
        canReadFavourites = favourites != nil
    }

    /// The visitor's favourites, newest first; none when they cannot be read.
    var favourites: [Favourite] { stored.list }

    /// The same for what would be wrong without them.
    func readFavourites() throws(Failure) -> [Favourite] {
        guard canReadFavourites else { throw .unreadFavourites }
        return favourites
    }

    /// The same for the same favourites.
    var favouritesVersion: UInt64 { stored.version }

    var isHead: Bool { http.method == .head }

    /// Whether the browser only fetches what the visitor may want next (Sec-Purpose, HTML standard); such a page is whole
    /// and from what is remembered, or it is not at all.
    var isPrefetch: Bool { http.fields.value(named: "sec-purpose")?.hasPrefix("prefetch") ?? false }

    /// Whether a failure is told as JSON.
    var prefersJSON: Bool { Accept(http).prefersJSON }

    func hasFavourite(_ hero: Hero.ID) -> Bool { stored.contains(hero) }

    /// The page of this site that the visitor comes from, where the browser tells.
    var referrer: Route? {
        guard let text = http.fields[.referer], let host = http.host else { return nil }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme + host + "/") {
            return try? Route(target: String(text.dropFirst(scheme.count + host.count)))  // Not a page: no matter.
        }
        return nil
    }
}

extension Failure {
    fileprivate static let unreadFavourites = Failure(
        status: .serviceUnavailable, heading: "Your favourites cannot be read",
        sentence: "That does not work just now, so nothing was changed. Nothing is lost.",
        fields: [.retryAfter: "30"], next: .favourites(page: 1), nextLabel: "Back to your favourites")
}

extension Site {
    /// Reads the visitor's cookie and favourites; neither can make the request fail. Of several visitors that the cookies
    /// name it is the first with favourites here: the others may be another site's on the same host.
    func readRequest(_ request: Request) async -> PageRequest {
        let candidates = VisitorCookie(request, configuration).candidates
        for visitor in candidates {
            do {
                let stored = try await favourites.favourites(of: visitor)
                if candidates.count > 1, stored.list.isEmpty { continue }
                return PageRequest(http: request, visitor: visitor, favourites: stored)
            } catch {
                environment.log("favourites cannot be read: \(error)")
                return PageRequest(http: request, visitor: visitor, favourites: nil)
            }
        }
        return requestWithoutFavourites(request)
    }

    /// The same before the store is asked, for a request that can wait or needs no favourites.
    func requestWithoutFavourites(_ request: Request) -> PageRequest {
        PageRequest(
            http: request, visitor: VisitorCookie(request, configuration).candidates.first,
            favourites: Favourites.none)
    }
}
