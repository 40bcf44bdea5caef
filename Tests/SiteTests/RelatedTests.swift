import HTTP
import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("Related heroes")
struct RelatedTests {
    private static let spider = Work.Mention(id: 1_009_610, name: "Spider-Man")

    private static func mentions(_ ids: some Sequence<Int>) -> [Work.Mention] {
        ids.map { Work.Mention(id: $0, name: "Hero \($0)") }
    }

    private static func event(_ id: Int, _ title: String, _ ids: some Sequence<Int>) -> Work {
        Work(.events, id: id, title: title, heroes: [spider] + mentions(ids))
    }

    private func row(_ site: SiteUnderTest) async throws -> Substring? {
        let fields = HTTPFields.of(["Host": "site.example", "Referer": "http://site.example/heroes?q=spi"])
        let text = try await site.get("/heroes/1009610-spider-man", fields).text
        return text.firstMatch(of: /<section class="related"[\s\S]*?<\/section>/)?.0
    }

    private func heroes(_ source: ScriptedSource) async throws -> [Int] {
        let row = try await row(SiteUnderTest(source))
        return row?.matches(of: /href="\/heroes\/(\d+)-/).compactMap { Int($0.1) } ?? []
    }

    @Test("a hero's page shows six others of the same event, with links, and none without an event or if it fails")
    func event() async throws {
        var source = ScriptedSource.usual
        #expect(try await heroes(source) == [])
        source.works[.events] = [Self.event(1, "Alone", []), Self.event(238, "Civil <War>", 1...9)]
        let row = try #require(try await row(SiteUnderTest(source)))
        #expect(row.contains("Also in <a href=\"/events/238-civil-war\"><bdi>Civil &lt;War&gt;</bdi></a></h2>"))
        #expect(row.contains("href=\"/heroes/1-hero-1?from=%2Fheroes%3Fq%3Dspi\""))
        #expect(try await heroes(source) == [1, 2, 3, 4, 5, 6])
        source.before = { query throws(HeroError) in
            if case .works(.events, of: nil) = query { throw .broken("no event") }
        }
        #expect(try await heroes(source) == [])
    }

    @Test("those who share more works come first, unless they are in every work or the works have many heroes")
    func order() async throws {
        var source = ScriptedSource.usual
        source.works[.events] = [Self.event(238, "War", 1...9)]
        source.cachedWorks =
            [
                Work(.comics, id: 1, title: "", heroes: [Self.spider] + Self.mentions([7, 8])),
                Work(.comics, id: 2, title: "", heroes: [Self.spider] + Self.mentions([7, 8])),
                Work(.comics, id: 3, title: "", heroes: [Self.spider] + Self.mentions([5, 20, 21, 22, 23])),
            ] + (10...30).map { Work(.comics, id: $0, title: "", heroes: Self.mentions([8, 30])) }
        #expect(try await heroes(source) == [7, 5, 8, 1, 2, 3])
        source.cachedWorks.reverse()
        #expect(try await heroes(source) == [7, 5, 8, 1, 2, 3])
        // Of two events, the one with the most related heroes is chosen.
        source.works[.events] = [Self.event(1, "Crowd", 1...9), Self.event(2, "Duel", [30])]
        source.cachedWorks = [Work(.comics, id: 1, title: "", heroes: [Self.spider] + Self.mentions([30]))]
        #expect(try await heroes(source) == [30])
        // Without cached works, known portraits come first.
        source.works[.events] = [Self.event(238, "War", 1...9)]
        source.cachedWorks = []
        let portrait = Thumbnail(path: "https://i.example/cached", fileExtension: "jpg")
        source.cachedHeroes = [Hero(id: 9, name: "Cached", thumbnail: portrait)]
        #expect(try await heroes(source) == [9, 1, 2, 3, 4, 5])
    }

    @Test("without an event, the heroes of shared comics are shown")
    func withoutEvent() async throws {
        var source = ScriptedSource.usual
        source.cachedHeroes = [Hero(id: 4, name: "Four")]
        source.cachedWorks = [Work(.comics, id: 1, title: "", heroes: [Self.spider] + Self.mentions([4, 5]))]
        let row = try #require(try await row(SiteUnderTest(source)))
        #expect(row.contains("Often together") && row.contains("Four") && !row.contains("Hero 5"))
    }
}
