import HTML
import HTTP
import HTTPTypes
import Heroes

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
