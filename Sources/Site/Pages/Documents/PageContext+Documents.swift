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
            lines += ["", "Sitemap: \(origin.url(.sitemap(part: nil)).string)"]
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

    /// Returns `/sitemap.xml` for the heroes and works in the cache, or one of its parts.
    func sitemap(part: Int?) async throws(Failure) -> Response {
        guard let origin else { throw .missingHost }
        // Not on the event loop: forty thousand heroes take a tenth of a second.
        let files = await withTaskExecutorPreference(globalConcurrentExecutor) {
            await site.documents.files(origin.url(.home).string, self) {
                let sitemap = SitemapDocument(
                    heroes: source.cachedHeroes, works: source.cachedWorks, kinds: source.listedKinds, origin: origin)
                return sitemap.files.map { document($0, "application/xml; charset=utf-8", namesHost: true) }
            }
        }
        let index = part ?? 0
        guard files.indices.contains(index), part != 0 else { throw Failure(RouteError.unknown) }
        return files[index].respond(to: http)
    }

    /// Returns the response. A document that contains the requested host is private, since a cache might not
    /// distinguish hosts.
    private func document(_ bytes: [UInt8], _ type: String, namesHost: Bool = false) -> Response {
        let isPrivate = namesHost && configuration.publicURL == nil
        return Response(
            hardened: [.contentType: type, .cacheControl: isPrivate ? "private, no-store" : "public, max-age=3600"],
            bytes
        )
    }
}

/// The sitemap: the addresses of the lists, of the static pages and of every known hero and work, or an index of
/// several files if they exceed one (sitemaps.org, protocol 0.9).
struct SitemapDocument {
    let heroes: [Hero]
    let works: [Work]
    /// The kinds with a list of all works.
    let kinds: [WorkKind]
    let origin: Origin

    /// The maximum number of addresses per file.
    static let partLength = 50_000

    /// The file at `/sitemap.xml`, followed by all parts.
    var files: [[UInt8]] {
        let routes =
            [Route.home, .allHeroes, .index("a", page: 1)] + Route.StaticPage.allCases.map(Route.page)
            + kinds.map(Route.all)
            + heroes.sorted { $0.id < $1.id }.map { .hero($0.id, named: $0.name) }
            + works.sorted { ($0.kind.rawValue, $0.id.number) < ($1.kind.rawValue, $1.id.number) }.compactMap {
                Route.work(WorkReference($0.title, $0.id))
            }
        let starts = stride(from: 0, to: routes.count, by: Self.partLength)
        let parts = starts.map { Self.file("urlset", "url", routes.dropFirst($0).prefix(Self.partLength), origin) }
        guard parts.count > 1 else { return parts + parts }
        let index = (1...parts.count).map { Route.sitemap(part: $0) }
        return [Self.file("sitemapindex", "sitemap", index, origin)] + parts
    }

    private static func file(
        _ list: String, _ entry: String, _ routes: some Sequence<Route>, _ origin: Origin
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(raw: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        bytes.append(raw: "<\(list) xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
        for route in routes {
            bytes.append(raw: "<\(entry)><loc>")
            bytes.append(escaping: origin.url(route).string)
            bytes.append(raw: "</loc></\(entry)>\n")
        }
        bytes.append(raw: "</\(list)>\n")
        return bytes
    }
}
