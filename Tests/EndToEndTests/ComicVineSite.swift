import Curl
import Foundation
import Support
import Testing

/// A running site with a fake Comic Vine as its source.
struct ComicVineSite {
    let site: RunningSite
    private let server: ComicVineServer
    private let curl = Curl()

    init(
        _ server: ComicVineServer, data: TemporaryFolder? = nil, _ options: [String] = [],
        key: String = ComicVineServer.key, database: String = ""
    ) async throws {
        self.server = server
        // A long patience, so that pages are complete and have the status of a failure.
        let source = ["--source", "comicvine", "--comicvine-url", server.url, "HEROES_TEST_PATIENCE=60000"]
        site = try await RunningSite(
            data: data, source + options, environment: ["COMICVINE_API_KEY": key, "HEROES_DATABASE": database])
    }

    /// Returns the status and the text of a page, after redirects.
    func get(_ path: String) async throws -> (status: Int, text: String) {
        var response = try await send(path)
        if response.status == 301, let target = response.header("location") { response = try await send(target) }
        return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    private func send(_ path: String) async throws -> CurlResponse {
        do {
            return try await curl.send(CurlRequest(url: site.url + path, timeout: 60))
        } catch {
            if site.program.hasExited {
                Issue.record("\(path): the program has ended: \(await site.program.errorOutput())")
            }
            throw error
        }
    }

    /// Returns the text of a page, which has to succeed.
    func page(_ path: String) async throws -> String {
        let (status, text) = try await get(path)
        #expect(status == 200, "\(path)")
        return text
    }

    /// Returns the heroes with a card on a page.
    func heroes(_ path: String) async throws -> [Int] { FavouriteClient.heroes(in: try await page(path)) }

    /// Returns the heroes on all pages of the list.
    func allHeroes() async throws -> [Int] {
        var heroes: [Int] = []
        for number in 1... {
            let (status, text) = try await get("/heroes?page=\(number)")
            guard status == 200 else { break }
            heroes += FavouriteClient.heroes(in: text)
        }
        return heroes
    }

    /// Returns the titles of the works on a page.
    func titles(_ path: String) async throws -> [String] {
        try await page(path).matches(of: /<h3 class="name"[^>]*>(?:<a [^>]*>)?([^<]*)</).map { String($0.1) }
    }

    func metric(_ name: String, _ labels: [String: String]) async throws -> Double {
        try MetricsPage(try await page("/metrics")).value(name, labels) ?? 0
    }

    /// Waits for all heroes with their details, and for the story arcs.
    func waitUntilLoaded() async throws {
        let arcs = server.ids("story_arcs").count
        #expect(
            try await Wait.until {
                let members = try await metric("heroes_comicvine_heroes", ["state": "member"])
                let pending = try await metric("heroes_comicvine_heroes", ["state": "pending"])
                guard members > 0, pending == 0 else { return false }
                return try await page("/events").contains("\(arcs) events")
            })
    }

    /// Stops the site; returns its errors.
    func stop() async -> String {
        let status = await site.program.stop()
        let errors = await site.program.errorOutput()
        #expect(status == 0, "\(errors)")
        return errors
    }

    /// Stops the site and starts it again with the same data.
    func restarted(_ options: [String] = [], key: String = ComicVineServer.key) async throws -> ComicVineSite {
        _ = await stop()
        return try await ComicVineSite(server, data: site.data, options, key: key)
    }
}

extension ComicVineServer {
    /// The ids of all calls for the details of heroes, in order.
    var requestedHeroes: [Int] { calls("characters").flatMap(\.ids) }

    /// The heroes that lists show: Marvel's in at least ten comics.
    var shownHeroes: Set<Int> { Set(ids("characters").filter { record("characters", $0).appearances >= 10 }) }
}
