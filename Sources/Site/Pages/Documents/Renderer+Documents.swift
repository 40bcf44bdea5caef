import HTML
import HTTP
import HTTPTypes
import Heroes

extension Renderer {
    /// `/robots.txt`: what is the visitor's own, or new each time, is not for search engines (RFC 9309).
    func robots(_ request: Request) -> Response {
        var lines = ["User-agent: *", "Disallow: \(Route.favourites(page: 1).path)", "Disallow: \(Route.random.path)"]
        if let origin = configuration.origin(of: request) {
            lines += ["", "Sitemap: \(origin.url(.sitemap(part: nil)).string)"]
        }
        return document(
            Array((lines.joined(separator: "\n") + "\n").utf8), "text/plain; charset=utf-8", namesHost: true)
    }

    /// `/manifest.webmanifest`: how the site looks as an app on a device (W3C Web Application Manifest).
    func manifest() -> Response {
        let icons: [(file: String, type: String, sizes: String)] = [
            ("icon.svg", "image/svg+xml", "any"), ("icon-192.png", "image/png", "192x192"),
            ("icon-512.png", "image/png", "512x512"),
        ]
        let heroes = Route.heroes(search: nil, page: 1).path
        let manifest = JSONValue.object([
            ("name", .text("MarvelHeroes")), ("short_name", .text("Heroes")), ("id", .text(heroes)),
            ("start_url", .text(heroes)), ("scope", .text(Route.home.path)), ("display", .text("standalone")),
            ("background_color", .text("#f5f1e8")), ("theme_color", .text("#c22b16")),
            (
                "icons",
                .list(
                    icons.map { icon in
                        .object([
                            ("src", .text(link(file: icon.file).string)), ("type", .text(icon.type)),
                            ("sizes", .text(icon.sizes)),
                        ])
                    })
            ),
        ])
        return document(manifest.bytes, "application/manifest+json")
    }

    /// `/opensearch.xml`: lets a browser search here from its address bar (OpenSearch 1.1).
    func searchDescription(_ request: Request) -> Response? {
        guard let origin = configuration.origin(of: request) else { return nil }
        var bytes: [UInt8] = []
        let add = { (name: String, attributes: [(String, String)], text: String) in
            bytes.append(raw: "<\(name)")
            for (name, value) in attributes {
                bytes.append(raw: " \(name)=\"")
                bytes.append(escaping: value)
                bytes.append(raw: "\"")
            }
            bytes.append(raw: ">")
            bytes.append(escaping: text)
            bytes.append(raw: "</\(name)>\n")
        }
        bytes.append(raw: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        bytes.append(raw: "<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n")
        add("ShortName", [], "MarvelHeroes")
        add("Description", [], "Heroes whose name starts with what you type")
        add("InputEncoding", [], "UTF-8")
        add(
            "Image", [("width", "64"), ("height", "64"), ("type", "image/svg+xml")],
            origin.url(path: link(file: "icon.svg").string).string)
        let heroes = origin.url(.heroes(search: nil, page: 1)).string
        add("Url", [("type", "text/html"), ("template", heroes + "?q={searchTerms}")], "")
        bytes.append(raw: "</OpenSearchDescription>\n")
        return document(bytes, "application/opensearchdescription+xml; charset=utf-8", namesHost: true)
    }

    /// `/sitemap.xml` of these heroes; nil if there is no such part.
    func sitemap(_ heroes: [Hero], part: Int?, _ origin: Origin) -> Response? {
        SitemapDocument(heroes: heroes, origin: origin).text(part: part)
            .map { document($0, "application/xml; charset=utf-8", namesHost: true) }
    }

    /// Makes the response; a document that names the requested host is private, since a cache might not distinguish hosts.
    private func document(_ bytes: [UInt8], _ type: String, namesHost: Bool = false) -> Response {
        var fields = SecurityFields.bare
        fields[.contentType] = type
        fields[.cacheControl] =
            namesHost && configuration.publicURL == nil ? "private, no-store" : "public, max-age=3600"
        return Response(fields: fields, body: .bytes(bytes))
    }
}
