import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/sitemap.xml`, rendered away from the event loops: forty thousand heroes take a tenth of a second.
struct SitemapPage {
    let visit: Visit

    func response() async throws(Failure) -> Response {
        guard let origin = visit.origin else { throw .missingHost }
        let file = await withTaskExecutorPreference(globalConcurrentExecutor) {
            await visit.site.documents.document(origin.url(.home).string, visit) {
                visit.document(sitemap(of: origin), "application/xml; charset=utf-8", namesHost: true)
            }
        }
        guard let file else { throw Failure(RouteError.unknown) }
        return file.respond(to: visit.request)
    }

    /// Returns the addresses of the lists, of the static pages and of every known hero and topic (sitemaps.org, protocol
    /// 0.9, which allows 50,000).
    private func sitemap(of origin: Origin) -> [UInt8] {
        let heroes = visit.source.cachedHeroes.sorted { $0.id < $1.id }
        let topics = visit.source.cachedTopics.sorted {
            ($0.kind.rawValue, $0.id.number) < ($1.kind.rawValue, $1.id.number)
        }
        let routes =
            [Route.home, .allHeroes, .letter("a")] + StaticPage.allCases.map { .document(.page($0)) }
            + visit.source.listedKinds.map(Route.all) + heroes.map { Route.hero($0.id, named: $0.name) }
            + topics.compactMap { Route.topic(TopicReference($0.title, $0.id)) }
        var bytes: [UInt8] = []
        bytes.append(raw: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        bytes.append(raw: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
        for route in routes.prefix(50_000) {
            bytes.append(raw: "<url><loc>")
            bytes.append(escaping: origin.url(route).string)
            bytes.append(raw: "</loc></url>\n")
        }
        bytes.append(raw: "</urlset>\n")
        return bytes
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

/// The document that grows with the number of heroes. It is rendered at most once a minute and only if the source has
/// changed, and all its readers share the bytes.
actor DocumentCache {
    private struct Document: Sendable {
        let response: CachedResponse
        let revision: UInt64?
        /// The monotonic time in milliseconds.
        let time: Int
    }

    /// Without a public URL, each Host has a document of its own.
    private var documents = LRUCache<String, Document>(limit: 16 << 20)

    /// The time in milliseconds in which a document may lack changes of the source.
    private static let lifetime = 60_000

    /// Returns the document; of concurrent requests the first renders.
    func document(_ key: String, _ visit: Visit, _ render: @Sendable () -> Response) -> CachedResponse? {
        let (revision, time) = (visit.source.revision, visit.configuration.milliseconds())
        if let document = documents.use(key),
            revision != nil && document.revision == revision || time - document.time < Self.lifetime
        {
            return document.response
        }
        // Level 1: a higher one takes a second for a long document.
        guard let response = CachedResponse(render(), level: 1) else { return nil }
        documents.set(key, Document(response: response, revision: revision, time: time), cost: response.cost)
        return response
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
