import HTML
import HTTP
import HTTPTypes
import Heroes

/// `/sitemap.xml`: the address of every hero, or where they are more than one file may hold, of the files that do
/// (sitemaps.org, protocol 0.9); sent while the source tells them.
struct SitemapDocument {
    let source: any HeroSource
    let origin: Origin
    let log: @Sendable (String) -> Void

    /// The most addresses that one file may hold.
    static let partLength = 50_000

    func respond(part: Int?) async throws(Failure) -> Response {
        let start = ((part ?? 1) - 1) * Self.partLength
        let first: Slice<Hero>
        do {
            first = try await slice(at: start)
        } catch {
            throw Failure(error, retry: .sitemap(part: part))
        }
        let parts = max(1, (first.total + Self.partLength - 1) / Self.partLength)
        guard part ?? 1 <= parts else { throw Failure(RouteError.unknown) }
        var fields = SecurityFields.bare
        fields[.contentType] = "application/xml; charset=utf-8"
        fields[.cacheControl] = "public, max-age=3600"
        guard part != nil || parts == 1 else { return Response(fields: fields, body: .bytes(index(parts))) }
        let end = min(first.total, start + Self.partLength)
        return Response(
            fields: fields,
            body: .stream { writer in
                try await write(first, from: start, to: end, writer)
            })
    }

    /// A source that fails in the middle cuts the answer, so that nobody takes the part for the whole.
    private func write(_ first: Slice<Hero>, from start: Int, to end: Int, _ writer: BodyWriter) async throws {
        var bytes = Self.head("urlset")
        if start == 0 {
            for route in [Route.heroes(search: nil, page: 1), .index("a", page: 1)] { add(route, to: &bytes) }
        }
        var slice = first
        var offset = start
        while true {
            for hero in slice.items.prefix(end - offset) { add(.hero(hero.id, named: hero.name), to: &bytes) }
            try await writer.write(bytes)
            bytes = []
            offset += Window.largestLength
            guard offset < end, !slice.items.isEmpty else { break }
            do throws(HeroError) {
                slice = try await self.slice(at: offset)
            } catch {
                log("sitemap: \(error)")
                throw error
            }
        }
        try await writer.write(Array("</urlset>\n".utf8))
    }

    private func slice(at offset: Int) async throws(HeroError) -> Slice<Hero> {
        try await source.heroes(HeroQuery(window: Window(offset: offset, limit: Window.largestLength)))
    }

    private func add(_ route: Route, to bytes: inout [UInt8]) {
        bytes.append(raw: "<url><loc>")
        bytes.append(escaping: origin.url(route).string)
        bytes.append(raw: "</loc></url>\n")
    }

    private func index(_ parts: Int) -> [UInt8] {
        var bytes = Self.head("sitemapindex")
        for part in 1...parts {
            bytes.append(raw: "<sitemap><loc>")
            bytes.append(escaping: origin.url(.sitemap(part: part)).string)
            bytes.append(raw: "</loc></sitemap>\n")
        }
        bytes.append(raw: "</sitemapindex>\n")
        return bytes
    }

    private static func head(_ element: String) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <\(element) xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">

            """.utf8)
    }
}
