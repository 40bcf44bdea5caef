/// Lists and letters that are not in the cache of pages, on Comic Vine and on the bundled catalogue.
struct ComicVinePages {
    /// A page by the paths on both sites.
    private typealias Page = (name: String, comicVine: String, bundled: String)

    /// The milliseconds of a page in each round, and its bytes, on Comic Vine and on the bundled catalogue.
    struct Result {
        let name: String
        let times: [[Double]]
        let sizes: [Int]

        var ratio: Spread { Spread(times[0], to: times[1]) { $0 } }
    }

    let results: [Result]

    init(shown: Int, _ comicVine: Peer, _ bundled: Peer, _ effort: Effort) async throws {
        let pages: [Page] = [
            ("list, page 2", "/heroes?page=2", "/heroes?page=2"),
            ("list, far back", "/heroes?page=\(shown / 20)", "/heroes?page=\(try Self.lastPage(bundled))"),
            ("letter, as many names", try Self.letterPage(comicVine, bundled), "/heroes/a-z/s"),
            ("other letters", "/heroes/a-z/other", "/heroes/a-z/other"),
        ]
        let requests = effort.isQuick ? 20 : 200
        results = try await pages.asyncMap { page in
            let sides = [(comicVine, page.comicVine), (bundled, page.bundled)]
            // From here on, the responses for the bundled catalogue's pages are cached.
            let sizes = try sides.map { site, path in try site.cachedPage(path).body.count }
            let times = try await effort.rounds.results(
                sides.map { site, path in
                    let client = try site.client()
                    return { try Self.time(path, client, requests) }
                })
            return Result(name: page.name, times: times, sizes: sizes)
        }
    }

    var highestRatio: Double { results.map(\.ratio.median).max() ?? .nan }

    var table: String {
        var table = Table("page", "bytes", "ms", "bundled: bytes", "ms", "ratio")
        for result in results {
            let times = result.times.map { Spread($0).text(1, 3) }
            table.add(
                result.name, "\(result.sizes[0])", times[0], "\(result.sizes[1])", times[1], result.ratio.text(1, 2))
        }
        return table.text
    }

    /// Returns the median of a page's milliseconds; an unknown parameter makes each address a new one for the cache.
    private static func time(_ path: String, _ client: HTTPClient, _ requests: Int) throws -> Double {
        let separator = path.contains("?") ? "&" : "?"
        let times = try (0..<requests).map { _ in
            let page = try client.get("\(path)\(separator)unknown=\(UInt64.random(in: 0...UInt64.max))")
            guard page.status == 200, page.field("content-length") != nil else {
                throw BenchmarkError("\(path) is incomplete: \(page.head)")
            }
            return page.total * 1e3
        }
        return Spread(times).median
    }

    /// Returns the last page of a letter on Comic Vine, with about as many names as the letter S of the bundled catalogue.
    private static func letterPage(_ comicVine: Peer, _ bundled: Peer) throws -> String {
        let expected = try nameCount(bundled.client(), "s")
        let client = try comicVine.client()
        let pages = try "abcdefghijklmnopqrstuvwxyz".map { letter in
            let names = try nameCount(client, letter)
            return (path: "/heroes/a-z/\(letter)?page=\((names + 99) / 100)", names: (names + 99) % 100 + 1)
        }
        return pages.min { abs($0.names - expected) < abs($1.names - expected) }?.path ?? "/heroes/a-z/s"
    }

    /// Returns the number of names under a letter, on all of its pages.
    private static func nameCount(_ client: HTTPClient, _ letter: Character) throws -> Int {
        let page = try client.get("/heroes/a-z/\(letter)").text
        return page.firstMatch(of: /([\d,]+) hero/).flatMap { Int($0.1.replacing(",", with: "")) } ?? 0
    }

    /// Returns the number of the list's last complete page.
    private static func lastPage(_ site: Peer) throws -> Int {
        let client = try site.client()
        return try (2...1_000).first { try client.get("/heroes?page=\($0 + 1)").status == 404 }.map { $0 - 1 } ?? 1
    }
}
