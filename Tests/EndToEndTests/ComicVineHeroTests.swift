import Foundation
import Heroes
import Support
import Testing

@Suite("A hero's page from Comic Vine", .serialized, .timeLimit(.minutes(30)))
struct ComicVineHeroTests {
    private static let paths = ["character", "issues", "volumes"]

    private func loadedSite(_ server: ComicVineServer) async throws -> ComicVineSite {
        let site = try await ComicVineSite(server)
        try await site.waitUntilLoaded()
        return site
    }

    @Test("a cold page costs three calls, whatever is asked at the same time, and nothing later")
    func calls() async throws {
        let server = try ComicVineServer()
        let site = try await loadedSite(server)
        let path = "/heroes/1443-spider-man"
        let pages = [path, path, path, "\(path)/comics", "\(path)/series", "\(path)/stories", "\(path)/events"]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for page in pages { group.addTask { _ = try await site.page(page) } }
            try await group.waitForAll()
        }
        #expect(Self.paths.map { server.calls($0).count } == [1, 1, 1])
        let count = server.calls.count
        for page in pages { _ = try await site.page(page) }
        #expect(server.calls.count == count)
        // Five pages of twenty comics are one call.
        for number in 1...6 { _ = try await site.page("\(path)/comics?page=\(number)") }
        #expect(Self.paths.map { server.calls($0).count } == [1, 2, 1])
        let restarted = try await site.restarted()
        for page in pages { _ = try await restarted.page(page) }
        #expect(Self.paths.map { server.calls($0).count } == [1, 2, 1])
        #expect(await restarted.stop() == "")
    }

    @Test("works have Comic Vine's order, and titles of series, number and year")
    func works() async throws {
        let server = try ComicVineServer()
        let site = try await loadedSite(server)
        let path = "/heroes/1443-spider-man"
        let issues = server.ids("issues", isMarvel: false).reversed().map { server.record("issues", $0) }
        let volumes = issues.map { $0["volume"] as? ComicVineServer.Record ?? [:] }
        let titles = zip(issues, volumes).map { issue, volume in
            "\(volume["name"] ?? "") #\(issue["issue_number"] ?? "") (\("\(issue["cover_date"] ?? "")".prefix(4)))"
        }
        let last = (titles.count - 1) / PageRange.pageLength + 1
        #expect(try await site.titles("\(path)/comics") == Array(titles.prefix(PageRange.pageLength)))
        #expect(try await site.titles("\(path)/comics?page=\(last)") == Array(titles.dropFirst((last - 1) * PageRange.pageLength)))
        let stories = issues.flatMap { ($0["name"] as? String ?? "").split(separator: ";") }
            .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        #expect(try await site.titles("\(path)/stories") == Array(stories.prefix(PageRange.pageLength)))
        let ids = volumes.prefix(9).compactMap { $0["id"] as? Int }
        let series = ids.map { server.record("volumes", $0) }.map { "\($0["name"] ?? "") (\($0["start_year"] ?? ""))" }
        #expect(try await site.titles("\(path)/series") == Array(series.prefix(PageRange.pageLength)))
        #expect(
            try await Wait.until { try await site.titles("\(path)/events").contains { $0.hasSuffix("(Spider-Man)") } })
        let text = try await site.page(path)
        #expect(text.contains(#"<span class="total">\#(issues.count)</span>"#) && text.contains("Peter Parker"))
        #expect(text.contains("Comic Vine</a>"))
        #expect(await site.stop() == "")
    }

    @Test("unusual records have a page with their words, and a placeholder only without a picture")
    func peculiarities() async throws {
        let server = try ComicVineServer()
        let site = try await loadedSite(server)
        let picture = /<img class="portrait[^>]*comicvine\.gamespot\.com\/a\/uploads\//
        for (id, hasPicture) in [
            (190_001, true), (190_002, false), (190_003, false), (190_004, true), (190_007, true), (190_011, true),
        ] {
            let text = try await site.page("/heroes/\(id)")
            #expect(text.contains(picture) == hasPicture && !text.contains("blank.png"), "\(id)")
            #expect(text.contains(#"id="comics-heading""#), "\(id)")
        }
        #expect(try await site.page("/heroes/190004").contains("/6/68065/6902400-5024514050-150\""))
        let deck = try await site.page("/heroes/190007")
        #expect(deck.contains("Two cooks &amp; one pot.<br>They fear R&amp;D, &lt;b&gt; and"))
        #expect(try await site.page("/heroes/190001").contains(#"<h1 class="name">Jakob</h1>"#))
        let gallery = try await site.page("/heroes?q=hawkeye")
        #expect(gallery.contains("Clint Barton") && gallery.contains("Kate Bishop"))
        #expect(try await !site.page("/heroes?q=vision").contains("None"))
        #expect(await site.stop() == "")
    }

    @Test("a deleted hero has no page, and leaves the list", arguments: [404, 200])
    func deleted(status: Int) async throws {
        let server = try ComicVineServer()
        let site = try await loadedSite(server)
        if status == 404 {
            server.remove("characters", 1442)
        } else {
            server.replace("character", by: .comicVine(error: 101, status: 200))
        }
        #expect(try await site.allHeroes().contains(1442))
        #expect(try await site.get("/heroes/1442-captain-america").status == 404)
        #expect(try await !site.allHeroes().contains(1442))
        let count = server.calls("character").count
        #expect(try await site.get("/heroes/1442-captain-america").status == 404)
        #expect(server.calls("character").count == count && count == 1)
        #expect(await site.stop() == "")
    }
}
