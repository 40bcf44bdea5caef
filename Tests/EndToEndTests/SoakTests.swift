import Curl
import Foundation
import Support
import Testing

/// Clients send requests in rounds; after each round, without connections, memory and open descriptors are read. The
/// first third of the rounds is the warm-up, in which caches fill and pools grow. The medians of the second and the
/// last third are compared: memory may be 5 % and 4 MB larger, and descriptors 16 more, which is the variance of
/// connection pools.
///
/// A second test adds a client with many connections.
///
/// `SOAK_SECONDS` is the duration, three short rounds by default, and `SOAK_PROGRAM` the program to run.
@Suite("Soak test", .timeLimit(.minutes(90)))
struct SoakTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seconds = environment["SOAK_SECONDS"].flatMap { Int($0) }
    private static let clients = 4
    private static let requests = 40

    /// The program's memory and descriptors at one moment.
    private struct Usage: CustomStringConvertible {
        let megabytes: Double
        let descriptors: Int

        var description: String { "\(megabytes.rounded()) MB, \(descriptors) descriptors" }
    }

    @Test("memory and open descriptors do not grow after the warm-up")
    func stableUsage() async throws {
        // A small cache fills quickly.
        let site = try await RunningSite(
            ["--memory", "4", "--new-visitors", "1000000"],
            executable: Self.environment["SOAK_PROGRAM"] ?? Paths.heroes)
        let start = ContinuousClock.now
        var usages: [Usage] = []
        var seed = UInt64.random(in: 1...UInt64.max)
        print("SOAK seed \(seed)")
        repeat {
            let end = Self.seconds.map { ContinuousClock.now + .seconds(max(1, Double(min(10, $0 / 6)))) }
            let count = try await runRound(site, seed, until: end)
            seed &+= UInt64(Self.clients)
            usages.append(try await idleUsage(of: site))
            let elapsed = (ContinuousClock.now - start).components.seconds
            print("SOAK \(elapsed) s, \(count) requests, \(usages[usages.count - 1])")
        } while Self.seconds.map { ContinuousClock.now < start + .seconds($0) } ?? (usages.count < 3)
        compareMedians(usages)
        #expect(await site.program.stop() == 0)
        site.data.remove()
    }

    /// The connections of the client that opens many: more than its network may have run and wait.
    private static let floodLength = seconds == nil ? 150 : 2_000

    @Test("while one client has many connections, another one gets its pages, and the memory stays bounded")
    func oneClientAgainstTheOthers() async throws {
        let site = try await RunningSite(executable: Self.environment["SOAK_PROGRAM"] ?? Paths.heroes)
        let heroes = FavouriteClient.heroes(
            in: try await RawConnection.response(from: site.url, "GET /heroes", isOtherNetwork: true).text)
        try #require(!heroes.isEmpty)
        let before = try await idleUsage(of: site)
        for round in 1...3 {
            let flood = try (0..<Self.floodLength).map { _ in try RawConnection(to: site.url) }
            for (number, connection) in flood.enumerated() {
                let hero = heroes[number % heroes.count]
                let target = number % 2 == 0 ? "/heroes/\(hero)?\(number)" : "/heroes?q=one+two+\(number)+\(round)"
                try connection.sendKeepAlive("GET " + target)
            }
            for target in ["/heroes?page=\(round)", "/heroes/a-z", "/heroes?q=spider\(round)"] {
                let response = try await RawConnection.response(from: site.url, "GET " + target, isOtherNetwork: true)
                #expect(response.status == 200, "\(target)")
            }
            for connection in flood {
                var response = RawResponse()
                response.append(try await connection.receive())
                #expect([200, 301, 429].contains(response.status))
            }
        }
        let after = try await idleUsage(of: site)
        #expect(after.megabytes <= before.megabytes + 60, "\(before), \(after)")
        #expect(try await site.metrics()["heroes_upstream_breaker{state=\"open\"}"] == 0)
        await site.end()
    }

    /// Runs one round. Without an end time each client sends few requests, so that it is short on a busy machine, too.
    private func runRound(_ site: RunningSite, _ seed: UInt64, until end: ContinuousClock.Instant?) async throws -> Int
    {
        let curl = Curl()
        defer { curl.shutdown() }
        let page = try await FavouriteClient(curl: curl).page("/heroes", at: site.url)
        let heroes = FavouriteClient.heroes(in: page)
        try #require(!heroes.isEmpty)
        return try await withThrowingTaskGroup { group in
            for client in 0..<Self.clients {
                group.addTask {
                    var visitor = SoakVisitor(site.url, curl, heroes, seed: seed &+ UInt64(client))
                    var count = 0
                    while end.map({ ContinuousClock.now < $0 }) ?? (count < Self.requests) {
                        try await visitor.sendRandomRequest()
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
    }

    /// Waits until the program has closed its clients' connections, and returns its usage.
    private func idleUsage(of site: RunningSite) async throws -> Usage {
        var page: MetricsPage
        repeat {
            page = try await site.metrics()
        } while try #require(page.value("heroes_connections_open")) > 1
        // Pages, and the open files (proc(5)).
        let process = "/proc/\(site.program.id)"
        let pages = try String(contentsOfFile: process + "/statm", encoding: .utf8).split(separator: " ")
        return Usage(
            megabytes: try #require(Double(pages[1])) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_000_000,
            descriptors: try FileManager.default.contentsOfDirectory(atPath: process + "/fd").count)
    }

    private func compareMedians(_ usages: [Usage]) {
        let (warmUp, size) = (usages.count / 3, max(1, (usages.count - usages.count / 3) / 2))
        func median(_ usages: some Sequence<Usage>) -> Usage {
            let (megabytes, descriptors) = (usages.map(\.megabytes).sorted(), usages.map(\.descriptors).sorted())
            return Usage(megabytes: megabytes[megabytes.count / 2], descriptors: descriptors[descriptors.count / 2])
        }
        let (middle, last) = (median(usages.dropFirst(warmUp).prefix(size)), median(usages.suffix(size)))
        // The few requests of a short run do not fill the caches in the warm-up.
        let tolerance = Self.seconds == nil ? 64 : 4.0
        #expect(last.megabytes <= middle.megabytes * 1.05 + tolerance, "\(middle), \(last)")
        #expect(last.descriptors <= middle.descriptors + 16, "\(middle), \(last)")
    }
}

/// A client that sends random requests, one after the other.
private struct SoakVisitor {
    private let url: String
    private let curl: Curl
    private let heroes: [Int]
    private var generator: SeededGenerator
    private var favourites: FavouriteClient

    init(_ url: String, _ curl: Curl, _ heroes: [Int], seed: UInt64) {
        (self.url, self.curl, self.heroes) = (url, curl, heroes)
        generator = SeededGenerator(seed: seed)
        favourites = FavouriteClient(curl: curl)
    }

    mutating func sendRandomRequest() async throws {
        switch Int.random(in: 0..<20, using: &generator) {
        case 0..<9: try await send(page())
        case 9..<15: try await send("/heroes?q=" + word(1...8))
        case 15..<17:
            do {
                try await favourites.set(hero(), isFavourite: .random(using: &generator), at: url)
            } catch let error as FavouriteClient.UnexpectedStatus {
                // A full list, or the limit of a network, is a valid response, too.
                #expect(error.status < 500)
            }
        case 17:
            let list = (0..<5).map { _ in String(hero()) }.joined(separator: "%0A")
            try await send("/favourites/import", form: "list=id%0A" + list)
        default: try disconnect()
        }
    }

    private mutating func hero() -> Int { heroes.randomElement(using: &generator) ?? 1 }

    private mutating func word(_ length: ClosedRange<Int>) -> String {
        String(
            (0..<Int.random(in: length, using: &generator)).map { _ in
                "abcdefghijklmnopqrstuvwxyz".randomElement(using: &generator) ?? "a"
            })
    }

    private mutating func page() -> String {
        let pages = [
            "/heroes", "/heroes?page=\(Int.random(in: 1...9, using: &generator))", "/heroes/\(hero())",
            "/heroes/\(hero())/comics", "/heroes/a-z", "/heroes/random", "/favourites", "/favourites.csv", "/nowhere",
            "/static/site.css", "/images/characters/\(hero())/portrait_uncanny.svg", "/sitemap.xml", "/readyz",
            "/heroes/\(Int.random(in: 1...999_999, using: &generator))",
        ]
        return pages.randomElement(using: &generator) ?? "/heroes"
    }

    private func send(_ path: String, form: String? = nil) async throws {
        let fields = form == nil ? [] : [("Content-Type", "application/x-www-form-urlencoded")]
        let response = try await curl.send(
            CurlRequest(
                url: url + path, method: form == nil ? "GET" : "POST", headers: fields,
                body: form.map { Array($0.utf8) }))
        #expect(response.status < 500, "\(path): \(response.status)")
    }

    /// Disconnects in the middle of a request, or before its response.
    private mutating func disconnect() throws {
        let connection = try RawConnection(to: url)
        if .random(using: &generator) {
            try connection.sendKeepAlive("GET " + page())
        } else {
            try connection.send("POST /favourites/import HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nlist")
        }
    }
}
