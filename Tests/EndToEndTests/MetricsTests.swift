import Curl
import Foundation
import HTTP
import HTTPTypes
import Logging
import Support
import Synchronization
import Testing

@testable import heroes

@Suite("Metrics of a running site", .timeLimit(.minutes(30)))
struct MetricsTests {
    private func metrics(_ site: RunningSite, _ curl: Curl) async throws -> MetricsPage {
        let response = try await curl.send(CurlRequest(url: site.url + "/metrics"))
        try #require(response.status == 200)
        #expect(response.header("content-type") == "text/plain; version=0.0.4; charset=utf-8")
        return try MetricsPage(String(decoding: response.body, as: UTF8.self))
    }

    @Test("the text format is valid, each request is counted once, and counters never decrease")
    func counters() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        let start = try await metrics(site, curl)
        for path in ["/heroes", "/heroes", "/heroes?q=spi", "/heroes/1009610", "/nowhere", "/heroes?page=x"] {
            _ = try await curl.send(CurlRequest(url: site.url + path))
        }
        _ = try await curl.send(CurlRequest(url: site.url + "/heroes", method: "HEAD"))
        let end = try await metrics(site, curl)
        func count(_ route: String, _ status: Int) -> Double? {
            end.value("heroes_http_requests_total", ["route": route, "status": String(status)])
        }
        #expect(count("heroes", 200) == 3 && count("search", 200) == 1 && count("hero", 301) == 1)
        #expect(count("unknown", 404) == 1 && count("unknown", 400) == 1 && count("metrics", 200) == 1)
        #expect(end.value("heroes_http_request_duration_seconds_count", ["route": "heroes"]) == 3)
        #expect(try #require(end.value("heroes_http_request_duration_seconds_sum", ["route": "heroes"])) > 0)
        for counter in start.counters {
            let later = try #require(end.value(counter.name, counter.labels), "\(counter.name) \(counter.labels)")
            #expect(later >= counter.value, "\(counter.name) \(counter.labels)")
        }
        await site.end()
    }

    @Test("metrics cover the build and the connections")
    func build() async throws {
        let site = try await RunningSite()
        let curl = Curl()
        let before = try #require(try await metrics(site, curl).value("heroes_connections_open"))
        let connections = try (0..<3).map { _ in try RawConnection(to: site.url) }
        for connection in connections {
            try connection.sendKeepAlive("GET /healthz")
            _ = try await connection.receive()
        }
        let page = try await metrics(site, curl)
        #expect(try #require(page.value("heroes_connections_open")) >= before + 3)
        #expect(page.value("heroes_connections_accepted_total").map { $0 >= 4 } == true)
        withExtendedLifetime(connections) {}
        #expect(page.value("heroes_build_info", ["version": ProgramVersion.text]) == 1)
        await site.end()
    }

    @Test("metrics cover upstream calls by outcome, the circuit breaker and the cache")
    func source() async throws {
        let answering = Mutex(true)
        let upstream = try LoopbackUpstream { _, _ in
            answering.withLock { $0 } ? .json(Self.emptyList) : .reset()
        }
        let site = try await RunningSite([
            "--source", upstream.url, "HEROES_TEST_PATIENCE=5000",
        ])
        let curl = Curl()
        func get(_ path: String) async throws { _ = try await curl.send(CurlRequest(url: site.url + path)) }
        for _ in 0..<3 { try await get("/heroes") }
        // Uses the cache, without the page cache before it.
        try await get("/readyz")
        for _ in 0..<2 { try await get("/heroes?q=zz") }
        answering.withLock { $0 = false }
        for number in 0..<6 { try await get("/heroes?q=x\(number)") }
        let page = try await metrics(site, curl)
        func answers(_ outcome: String) -> Double {
            page.value("heroes_cache_requests_total", ["outcome": outcome]) ?? -1
        }
        #expect(answers("fresh") >= 1 && answers("miss") >= 7)
        #expect(page.value("heroes_page_cache_hits_total").map { $0 >= 1 } == true)
        #expect(page.value("heroes_upstream_calls_total", ["outcome": "success"]).map { $0 >= 2 } == true)
        #expect(page.value("heroes_upstream_calls_total", ["outcome": "broken"]).map { $0 >= 5 } == true)
        #expect(page.value("heroes_upstream_breaker", ["state": "open"]) == 1)
        #expect(page.value("heroes_cache_bytes", ["where": "memory"]).map { $0 > 0 } == true)
        await site.end()
        upstream.stop()
    }

    /// An envelope without heroes.
    static let emptyList = """
        {"code":200,"status":"Ok","attributionHTML":"Data by nobody","data":{"offset":0,"limit":20,"total":0,"count":0,"results":[]}}
        """

    @Test("metrics cover changes of favourites by outcome, and new visitors")
    func favourites() async throws {
        let site = try await RunningSite()
        var client = FavouriteClient(curl: Curl())
        try await client.set(1_009_610, isFavourite: true, at: site.url)
        try await client.set(1_009_610, isFavourite: false, at: site.url)
        let prlimit = try Program(
            "/usr/bin/prlimit", ["--pid", String(site.program.id), "--fsize=0:unlimited"])
        #expect(await prlimit.status() == 0)
        // This fails as expected; only the metric matters.
        try? await client.set(1_009_610, isFavourite: true, at: site.url)
        let page = try await metrics(site, Curl())
        func changes(_ change: String, _ outcome: String) -> Double? {
            page.value("heroes_favourites_changes_total", ["change": change, "outcome": outcome])
        }
        #expect(changes("add", "stored") == 1 && changes("remove", "stored") == 1 && changes("add", "failed") == 1)
        #expect(page.value("heroes_visitors_created_total") == 1)
        await site.end()
    }

    @Test("only loopback and the configured addresses get metrics, by GET and HEAD")
    func readers() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        func pages(_ readers: [String]) -> OperationsPages {
            OperationsPages(
                metrics: { "x 1\n" }, readiness: Readiness([], logger: logger),
                readers: readers.compactMap { AddressRange($0) })
        }
        for (peer, readers, method, target, host, field, status) in [
            ("127.0.0.1", [], "GET", "/metrics", "127.0.0.1:8080", nil, 200),
            ("127.8.0.1", [], "GET", "/metrics", "localhost", nil, 200),
            ("::1", [], "HEAD", "/metrics", "[::1]:8080", nil, 200),
            ("10.0.0.5", [], "GET", "/metrics", "127.0.0.1", nil, nil),
            ("", [], "GET", "/metrics", "127.0.0.1", nil, nil),
            ("10.0.0.5", ["10.0.0.0/24"], "GET", "/metrics", "127.0.0.1", nil, 200),
            ("10.0.1.5", ["10.0.0.0/24"], "GET", "/metrics", "127.0.0.1", nil, nil),
            ("127.0.0.1", [], "POST", "/metrics", "127.0.0.1", nil, 405),
            ("10.0.0.5", [], "DELETE", "/readyz", "127.0.0.1", nil, 405),
            ("127.0.0.1", [], "GET", "/metrics/more", "127.0.0.1", nil, nil),
            // From a proxy, or from a page of another site.
            ("127.0.0.1", [], "GET", "/metrics", "heroes.example", nil, nil),
            ("127.0.0.1", [], "GET", "/metrics", "evil.example:80", nil, nil),
            ("127.0.0.1", [], "GET", "/metrics", "127.0.0.1", "X-Forwarded-For", nil),
            ("127.0.0.1", [], "GET", "/metrics", "127.0.0.1", "Forwarded", nil),
            ("127.0.0.1", [], "GET", "/metrics", "127.0.0.1", "X-Real-IP", nil),
            ("127.0.0.1", [], "GET", "/metrics", "127.0.0.1", "Via", nil),
        ] as [(String, [String], String, String, String, String?, Int?)] {
            var request = Request(method: try #require(.init(method)), target: target, peer: peer)
            request.fields[try #require(HTTPField.Name("Host"))] = host
            if let field { request.fields[try #require(HTTPField.Name(field))] = "192.0.2.7" }
            #expect(await pages(readers).respond(to: request)?.status.code == status, "\(peer) \(host) \(target)")
        }
    }
}
