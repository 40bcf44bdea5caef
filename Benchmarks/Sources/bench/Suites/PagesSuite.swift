/// Pages and a file of the site beside nginx with the same bytes as static files.
struct PagesSuite {
    /// A page or file in one representation.
    struct Page {
        let name: String
        let path: String
        /// The fields of the request besides its host.
        let fields: [String]
        /// The path at nginx.
        let file: String
    }

    private let rounds: Rounds

    init(_ effort: Effort) { rounds = effort.loadRounds }

    func report() async throws -> Report {
        let data = try TemporaryFolder()
        let site = try Peer.site(["--data", data.path])
        let pages = try pages(site)
        // Rows of related heroes may change in the first ten seconds.
        try await Task.sleep(for: .seconds(12))
        var files: [String: [UInt8]] = [:]
        for page in pages {
            let isPacked = page.fields.contains(Self.gzip)
            files[page.file + (isPacked ? ".gz" : "")] = try site.cachedPage(page.path, page.fields).body
        }
        let nginx = try (speed: Peer.nginx(files, .speed), debian: Peer.nginx(files, .debian))
        var results = try await pages.asyncMap { try await compare($0, 32, site, nginx.speed, nginx.debian) }
        results.append(try await compare(pages[0], 512, site, nginx.speed, nginx.debian))
        let version = try nginx.speed.client().get("/" + pages[0].file).field("server") ?? "nginx"
        return Report(section: section(results, String(version)), figures: Self.figures(results))
    }

    private static let gzip = "Accept-Encoding: gzip"

    private func pages(_ site: Peer) throws -> [Page] {
        let cookie = try visitor(site)
        let list = try site.cachedPage("/heroes").text
        guard let style = list.firstMatch(of: /href="(\/static\/[^"]+\.css[^"]*)"/)?.1,
            let hero = try site.heroPaths(pages: 1).first
        else { throw BenchmarkError("the list names no style sheet or no hero") }
        var pages: [Page] = []
        for (name, path) in [("list", "/heroes"), ("hero", hero)] {
            for (visitor, fields) in [("", []), (", hearts", [cookie])] {
                let file = name + (fields.isEmpty ? "" : "-hearts") + ".html"
                pages.append(Page(name: name + visitor, path: path, fields: fields, file: file))
                pages.append(
                    Page(name: name + visitor + ", gzip", path: path, fields: fields + [Self.gzip], file: file))
            }
        }
        return pages + [Page(name: "style sheet, gzip", path: String(style), fields: [Self.gzip], file: "site.css")]
    }

    /// Returns the cookie of a new visitor with five favourites.
    private func visitor(_ site: Peer) throws -> String {
        let client = try site.client()
        var cookie: String?
        for path in try site.heroPaths(pages: 1).prefix(5) {
            let id = path.split(separator: "/")[1].prefix { $0 != "-" }
            let response = try client.post(
                "/favourites/\(id)", "action=add&back=%2Fheroes", as: "application/x-www-form-urlencoded",
                cookie.map { [$0] } ?? [])
            guard response.status == 303, let value = response.field("set-cookie")?.prefix(while: { $0 != ";" }) else {
                throw BenchmarkError("no favourite was added: \(response.head)")
            }
            cookie = "Cookie: \(value)"
        }
        guard let cookie else { throw BenchmarkError("the list links to no hero") }
        return cookie
    }

    struct Result {
        let name: String
        let size: Int
        /// The site, nginx set up for speed, nginx as Debian sets it up.
        let loads: [[Load]]

        func ratio(to side: Int, _ value: (Load) -> Double) -> Spread { Spread(loads[0], to: loads[side], value) }
    }

    private func compare(
        _ page: Page, _ connections: Int, _ site: Peer, _ nginx: Peer, _ debian: Peer
    ) async throws -> Result {
        progress("pages: \(page.name), \(connections) connections")
        // The site may render a page again in between and compress it with another length, by a few bytes.
        let expected = try site.cachedPage(page.path, page.fields)
        for peer in [nginx, debian] {
            let response = try peer.client().get("/" + page.file, page.fields)
            guard response.status == 200, abs(response.body.count - expected.body.count) <= 16,
                response.field("content-encoding") == expected.field("content-encoding")
            else { throw BenchmarkError("\(page.name): nginx answers differently: \(response.head)") }
        }
        let sides = [(site, page.path), (nginx, "/" + page.file), (debian, "/" + page.file)]
        let loads = try await rounds.results(
            sides.map { peer, path in { try Load(peer, [path], page.fields, connections: connections) } })
        return Result(name: "\(page.name), \(connections)", size: expected.body.count, loads: loads)
    }

    private func section(_ results: [Result], _ nginx: String) -> String {
        var table = Table(
            "page, connections", "bytes", "requests/s", "p99 ms", "nginx's", "p99 ms", "ratio", "as in Debian",
            "p99 ms", "ratio")
        for result in results {
            let rates = result.loads.map { Spread($0, \.rate).text() }
            let p99s = result.loads.map { Spread($0, \.p99).text(1e3, 2) }
            let ratios = [1, 2].map { result.ratio(to: $0, \.rate).text(1, 2) }
            table.add(
                result.name, "\(result.size)", rates[0], p99s[0], rates[1], p99s[1], ratios[0], rates[2], p99s[2],
                ratios[1])
        }
        return """
            ## Pages

            `script/bench pages`: `heroes serve` on the bundled catalogue, and the same bytes as static files by \(nginx), set \
            up for speed (open files cached, one write a response) and as in Debian. Hearts are those of a visitor with five \
            favourites. wrk has one thread and the same processors; \(rounds.count) rounds of 1 s.

            \(table.text)
            """
    }

    private static func figures(_ results: [Result]) -> [Figure] {
        let ratios = { (side: Int, value: (Load) -> Double) in results.map { $0.ratio(to: side, value).median } }
        return [
            Figure("pages: requests/s to nginx's as in Debian, lowest", ratios(2, \.rate).min() ?? .nan, .atLeast(1)),
            Figure("pages: requests/s to nginx's set up for speed, lowest", ratios(1, \.rate).min() ?? .nan),
            Figure("pages: p99 to nginx's as in Debian, median", Spread(ratios(2, \.p99)).median, .atMost(1)),
        ]
    }
}

extension Sequence {
    func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
