import HTTP
import HTTPTypes
import Heroes

/// One request together with who makes it and what they keep.
struct Visit: Sendable {
    let request: Request
    /// Nil until the first favourite, and for a cookie that cannot be one of ours.
    let visitor: Visitor?
    /// The visitor's favourites, newest first; none when they cannot be read.
    let favourites: [Favourite]
    /// False when the store failed, so that the page can say that hearts may be wrong.
    let canReadFavourites: Bool
    /// 128 random bits in hexadecimal digits, new for each response.
    let nonce: String

    private let ids: Set<Hero.ID>

    init(request: Request, visitor: Visitor?, favourites: [Favourite]?, nonce: String) {
        self.request = request
        self.visitor = visitor
        self.favourites = favourites ?? []
        self.canReadFavourites = favourites != nil
        self.nonce = nonce
        ids = Set(self.favourites.map(\.id))
    }

    var isHead: Bool { request.method == .head }

    /// Whether the browser only fetches what the visitor may want next (Sec-Purpose, HTML standard); such a page is whole
    /// and from what is remembered, or it is not at all.
    var isPrefetch: Bool { request.fields.value(named: "sec-purpose")?.hasPrefix("prefetch") ?? false }

    func keeps(_ hero: Hero.ID) -> Bool { ids.contains(hero) }

    /// The page of this site that the visitor comes from, where the browser tells.
    var referrer: Route? {
        guard let text = request.fields[.referer], let host = request.host else { return nil }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme + host + "/") {
            return try? Route(target: String(text.dropFirst(scheme.count + host.count)))  // Not a page: no matter.
        }
        return nil
    }
}

extension Site {
    /// Reads the visitor's cookie and favourites; neither can make the request fail.
    func visit(_ request: Request) async -> Visit {
        let visitor = VisitorCookie.visitor(of: request)
        var kept: [Favourite]? = []
        if let visitor {
            do {
                kept = try await favourites.favourites(of: visitor)
            } catch {
                surroundings.log("favourites cannot be read: \(error)")
                kept = nil
            }
        }
        return Visit(request: request, visitor: visitor, favourites: kept, nonce: nonce())
    }

    func nonce() -> String {
        var generator = SurroundingGenerator(random: surroundings.random)
        return Visitor.new(using: &generator).token
    }
}

/// The site's randomness as a generator.
struct SurroundingGenerator: RandomNumberGenerator {
    let random: @Sendable () -> UInt64

    mutating func next() -> UInt64 { random() }
}
