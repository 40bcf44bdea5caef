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
        let files = await site.documents.files(origin.url(.home).string, self) {
            let sitemap = SitemapDocument(
                heroes: source.cachedHeroes, works: source.cachedWorks, kinds: source.listedKinds, origin: origin)
            return sitemap.files.map { document($0, "application/xml; charset=utf-8", namesHost: true) }
        }
        guard let files else { throw Failure(.quotaExceeded(retryAfter: 1), retry: .sitemap(part: part)) }
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
