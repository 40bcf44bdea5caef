import Basics
import HTML
import HTTP
import HTTPTypes
import Heroes

extension PageContext {
    /// Returns `/robots.txt` (RFC 9309), which excludes personal pages and pages that change with every request.
    func robots() -> Response {
        var lines = [
            "User-agent: *", "Disallow: \(Route.favourites(page: 1).target)", "Disallow: \(Route.random.target)",
        ]
        if let origin {
            lines += ["", "Sitemap: \(origin.url(.sitemap).string)"]
        }
        return document(
            Array((lines.joined(separator: "\n") + "\n").utf8), "text/plain; charset=utf-8", namesHost: true)
    }

    /// Returns `/manifest.webmanifest`, the description of the site as an installed app (W3C Web Application Manifest).
    func manifest() -> Response {
        let icons = [
            ("icon.svg", "image/svg+xml", "any", "any"), ("icon-192.png", "image/png", "192x192", "any"),
            ("icon-512.png", "image/png", "512x512", "any"), ("icon-maskable.png", "image/png", "512x512", "maskable"),
        ].map { file, type, sizes, purpose in
            [
                "src": .string(link(file: file).string), "type": .string(type), "sizes": .string(sizes),
                "purpose": .string(purpose),
            ] as JSONValue
        }
        let shortcuts = [
            ("Heroes A–Z", Route.index("a", page: 1)), ("Favourites", .favourites(page: 1)), ("Random hero", .random),
        ].map { name, route in ["name": .string(name), "url": .string(route.target)] as JSONValue }
        let heroes = JSONValue.string(Route.allHeroes.target)
        let manifest: JSONValue = [
            "name": "MarvelHeroes", "short_name": "Heroes",
            "description": "Browse Marvel heroes, see the comics they appear in, and keep your favourites.",
            "lang": "en", "id": heroes, "start_url": heroes,
            "scope": .string(Route.home.target), "display": "standalone", "background_color": "#f5f1e8",
            "theme_color": "#c22b16", "icons": .array(icons),
            "shortcuts": .array(shortcuts),
        ]
        return document(manifest.bytes, "application/manifest+json")
    }

    /// Returns `/opensearch.xml`, the description of the search for a browser's address bar (OpenSearch 1.1).
    func searchDescription() throws(Failure) -> Response {
        guard let origin else { throw .missingHost }
        let icon = SafeHTML.escaping(origin.url(link(file: "icon.svg")).string).markup
        let heroes = SafeHTML.escaping(origin.url(.allHeroes).string).markup
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
            <ShortName>MarvelHeroes</ShortName>
            <Description>Search Marvel heroes</Description>
            <InputEncoding>UTF-8</InputEncoding>
            <Image width="64" height="64" type="image/svg+xml">\(icon)</Image>
            <Url type="text/html" template="\(heroes)?q={searchTerms}"></Url>
            </OpenSearchDescription>

            """
        return document(
            Array(text.utf8), "application/opensearchdescription+xml; charset=utf-8", namesHost: true)
    }

    /// Returns `/sitemap.xml`, rendered away from the event loops: forty thousand heroes take a tenth of a second.
    func sitemap() async throws(Failure) -> Response {
        guard let origin else { throw .missingHost }
        let file = await withTaskExecutorPreference(globalConcurrentExecutor) {
            await site.documents.document(origin.url(.home).string, self) {
                document(sitemap(of: origin), "application/xml; charset=utf-8", namesHost: true)
            }
        }
        guard let file else { throw Failure(RouteError.unknown) }
        return file.respond(to: http)
    }

    /// Returns the addresses of the lists, of the static pages and of every known hero and topic (sitemaps.org, protocol
    /// 0.9, which allows 50,000).
    private func sitemap(of origin: Origin) -> [UInt8] {
        let heroes = source.cachedHeroes.sorted { $0.id < $1.id }
        let topics = source.cachedTopics.sorted { ($0.kind.rawValue, $0.id.number) < ($1.kind.rawValue, $1.id.number) }
        let routes =
            [Route.home, .allHeroes, .index("a", page: 1)] + Route.StaticPage.allCases.map(Route.page)
            + source.listedKinds.map(Route.all) + heroes.map { .hero($0.id, named: $0.name) }
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

    /// A document that contains the requested host is private, since a cache might not distinguish hosts.
    private func document(_ bytes: [UInt8], _ type: String, namesHost: Bool = false) -> Response {
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
    func document(_ key: String, _ context: PageContext, _ render: @Sendable () -> Response) -> CachedResponse? {
        let (revision, time) = (context.source.revision, context.configuration.milliseconds())
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
