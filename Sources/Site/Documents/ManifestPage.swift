import Basics
import HTML
import HTTP

/// `/manifest.webmanifest`, the description of the site as an installed app (W3C Web Application Manifest).
struct ManifestPage {
    let visit: Visit

    func response() -> Response {
        let icons = [
            ("icon.svg", "image/svg+xml", "any", "any"), ("icon-192.png", "image/png", "192x192", "any"),
            ("icon-512.png", "image/png", "512x512", "any"), ("icon-maskable.png", "image/png", "512x512", "maskable"),
        ].map { file, type, sizes, purpose in
            [
                "src": .string(visit.assets.url(file).string), "type": .string(type), "sizes": .string(sizes),
                "purpose": .string(purpose),
            ] as JSON
        }
        let shortcuts = [
            ("Heroes A–Z", Route.letter("a")), ("Favourites", .favourites(page: 1)), ("Random hero", .hero(.random)),
        ].map { name, route in ["name": .string(name), "url": .string(route.target)] as JSON }
        let manifest: JSON = [
            "name": "MarvelHeroes", "short_name": "Heroes",
            "description": "Browse Marvel heroes, see the comics they appear in, and keep your favourites.",
            // The id stays what it was, so that the site is still the same app to those that installed it.
            "lang": "en", "id": .string(Route.allHeroes.target), "start_url": .string(Route.home.target),
            "scope": .string(Route.home.target), "display": "standalone", "background_color": "#f5f1e8",
            "theme_color": "#c22b16", "icons": .array(icons),
            "shortcuts": .array(shortcuts),
        ]
        return visit.document(manifest.bytes, "application/manifest+json")
    }
}

/// `/opensearch.xml`, the description of the search for a browser's address bar (OpenSearch 1.1).
struct SearchDescriptionPage {
    let visit: Visit

    func response() throws(Failure) -> Response {
        guard let origin = visit.origin else { throw .missingHost }
        let icon = SafeHTML.escaping(origin.url(visit.assets.url("icon.svg")).string).markup
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
        return visit.document(
            Array(text.utf8), "application/opensearchdescription+xml; charset=utf-8", namesHost: true)
    }
}
