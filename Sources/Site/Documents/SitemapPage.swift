import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/sitemap.xml`, made away from the event loops: forty thousand heroes take a tenth of a second.
struct SitemapPage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        guard let origin = visit.origin else { throw .missingHost }
        let file = await withTaskExecutorPreference(globalConcurrentExecutor) { () async -> CachedResponse? in
            let sitemap = await visit.site.sitemaps.sitemap(of: visit, document)
            return sitemap.published ?? document(sitemap.addresses, origin)
        }
        guard let file else { throw Failure(RouteError.unknown) }
        return file.respond(to: visit.request)
    }

    /// Returns the document with the origin in front of each address (sitemaps.org, protocol 0.9).
    private func document(_ addresses: [String], _ origin: Origin) -> CachedResponse? {
        var bytes: [UInt8] = []
        bytes.append(raw: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        bytes.append(raw: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
        for address in addresses {
            bytes.append(raw: "<url><loc>")
            bytes.append(escaping: origin.text)
            bytes.append(escaping: address)
            bytes.append(raw: "</loc></url>\n")
        }
        bytes.append(raw: "</urlset>\n")
        // Level 1: a higher one takes a second for a long document.
        return CachedResponse(
            visit.document(bytes, "application/xml; charset=utf-8", namesHost: true), level: 1)
    }
}

extension Visit {
    /// Returns a file that is not a page. One that contains the requested host is private, since a cache might not
    /// distinguish hosts.
    func document(_ bytes: [UInt8], _ type: String, namesHost: Bool = false) -> Response {
        let isPrivate = namesHost && configuration.publicURL == nil
        return Response(
            hardened: [.contentType: type, .cacheControl: isPrivate ? "private, no-store" : "public, max-age=3600"],
            bytes
        )
    }
}

/// The addresses of the sitemap. They are listed at most once a minute and only if the source has changed; a Host, which
/// a client can make up, is no key.
actor SitemapCache {
    struct Sitemap: Sendable {
        /// The paths of the lists, of the static pages and of every known hero and topic, at most the 50,000 of the
        /// protocol.
        let addresses: [String]
        /// The document of a site with a public URL, the same for all requests.
        let published: CachedResponse?
        fileprivate let revision: UInt64?
        /// The monotonic time in milliseconds.
        fileprivate let time: Int
    }

    private var sitemap: Sitemap?

    /// The time in milliseconds in which a sitemap may lack changes of the source.
    private static let lifetime = 60_000

    /// Returns the sitemap; of concurrent requests the first makes it.
    func sitemap(of visit: Visit, _ document: ([String], Origin) -> CachedResponse?) -> Sitemap {
        let (revision, time) = (visit.source.revision, visit.configuration.milliseconds())
        if let sitemap, revision != nil && sitemap.revision == revision || time - sitemap.time < Self.lifetime {
            return sitemap
        }
        let addresses = Self.addresses(of: visit.source)
        let published =
            visit.configuration.publicURL == nil ? nil : visit.origin.flatMap { document(addresses, $0) }
        let made = Sitemap(addresses: addresses, published: published, revision: revision, time: time)
        sitemap = made
        return made
    }

    private static func addresses(of source: any HeroSource) -> [String] {
        let heroes = source.cachedHeroes.sorted { $0.id < $1.id }
        let topics = source.cachedTopics.sorted {
            ($0.kind.rawValue, $0.id.number) < ($1.kind.rawValue, $1.id.number)
        }
        let choices = source.choices
        let filters =
            (choices.hasSides ? [HeroFilter(side: .hero), HeroFilter(side: .villain)] : [])
            + (choices.hasGenders ? [HeroFilter(gender: .female), HeroFilter(gender: .male)] : [])
            + choices.decades.map { HeroFilter(decade: $0) }
        let routes =
            [Route.home, .allHeroes, .letter("a")] + StaticPage.allCases.map { .document(.page($0)) }
            + source.listedKinds.map(Route.all) + filters.map { HeroList.all($0, page: 1).route }
            + heroes.map { Route.hero($0.id, named: $0.name) }
            + topics.compactMap { Route.topic(TopicReference($0.title, $0.id)) }
        return routes.prefix(50_000).map(\.url.string)
    }
}

/// `/robots.txt` (RFC 9309), which excludes personal pages and pages that change with every request.
struct RobotsPage {
    let visit: Visit

    func response() -> Response {
        var lines = [
            "User-agent: *", "Disallow: \(Route.favourites(page: 1).target)", "Disallow: \(Route.hero(.random).target)",
        ]
        if let origin = visit.origin {
            lines += ["", "Sitemap: \(origin.url(.document(.sitemap)).string)"]
        }
        return visit.document(
            Array((lines.joined(separator: "\n") + "\n").utf8), "text/plain; charset=utf-8", namesHost: true)
    }
}
