import HTTP

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
