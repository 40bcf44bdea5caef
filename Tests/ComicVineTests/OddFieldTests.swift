import Foundation
import Heroes
import Support
import Testing

@testable import ComicVine

/// One odd field changes nothing that is known.
@Suite struct OddFieldTests {
    private let spider = 1443

    /// A field as JSON.
    struct Field: Sendable, CustomTestStringConvertible {
        let name: String
        let json: String

        init(_ name: String, _ json: String) { (self.name, self.json) = (name, json) }

        var testDescription: String { "\(name): \(json)" }
    }

    private static let names = ["null", #""""#, #""  ""#, #""\u200b""#, #"["Lantern Row"]"#, #"{"a":1}"#, "true"]
        .map { Field("name", $0) }
    private static let years = [#""0""#, "0", "-5", #""-1998""#, #""99999""#, "3000", "null", #""soon""#, "[1998]"]
        .map { Field("start_year", $0) }

    /// Changes a field of records, and the date of their last change, so that an update of the index takes it.
    private func set(_ field: Field, _ path: String, _ ids: [Int], _ fixture: SourceFixture) throws {
        let value = try JSONSerialization.jsonObject(with: Data(field.json.utf8), options: .fragmentsAllowed)
        let now = fixture.time.now.formatted(
            .iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
        for id in ids {
            fixture.server.edit(path, id) { $0.merge([field.name: value, "date_last_updated": now]) { $1 } }
        }
    }

    @Test(
        "an odd name or date of a topic changes nothing",
        arguments: names + years + [
            Field("volume", "null"), Field("volume", #"{"id":2000,"name":null}"#), Field("issue_number", "null"),
            Field("issue_number", #"" ""#), Field("cover_date", "null"), Field("cover_date", #""0000-00-00""#),
        ])
    func topics(field: Field) async throws {
        let fixture = try SourceFixture()
        let paths: [(path: String, id: TopicID)] = [
            ("issues", TopicID(.comics, 100_260)), ("volumes", TopicID(.series, 2000)),
            ("teams", TopicID(.teams, 3806)), ("story_arcs", TopicID(.events, 40_001)),
            ("persons", TopicID(.people, 1537)),
        ]
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        func shown() async throws -> [[Topic]] {
            var shown: [[Topic]] = []
            for (_, id) in paths { shown.append([try await source.topic(id).value]) }
            for kind in [TopicKind.comics, .series] {
                shown.append(try await source.topics(kind, of: .hero(spider), PageRange()).items)
            }
            for kind in [TopicKind.events, .teams] {
                shown.append(try await source.topics(kind, of: .source, PageRange(limit: 100)).items)
            }
            await source.waitUntilIdle()
            return shown
        }
        let before = try await shown()
        fixture.time.advance(by: 31 * 86_400)
        for (path, _) in paths { try set(field, path, fixture.server.ids(path, isMarvel: false), fixture) }
        try await source.updater.updateHeroes()
        try await source.updater.updateArcs()
        for _ in 0..<2 { #expect(try await shown() == before) }
    }

    @Test("a series without a year that can be has none in its title, and one without a name has no title")
    func firstSeries() async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        for (id, field) in zip(2000..., Self.years.prefix(8)) {
            try set(field, "volumes", [id], fixture)
            let series = try await source.topic(TopicID(.series, id)).value
            #expect(series.title == fixture.server.record("volumes", id)["name"] as? String, "\(field)")
            #expect(series.start == nil, "\(field)")
        }
        try set(Self.names[0], "volumes", [2008], fixture)
        #expect(try await source.topic(TopicID(.series, 2008)).value.title == "")
    }

    @Test("the first details of a team or an event without a name have the name of the list of all", arguments: names)
    func firstName(name: Field) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        try await source.updater.updateArcs()
        for (path, id) in [("teams", TopicID(.teams, 3806)), ("story_arcs", TopicID(.events, 40_001))] {
            let known = try #require(source.cachedTopic(id))
            try set(name, path, [id.number], fixture)
            #expect(try await source.topic(id).value.title == known.title)
        }
    }

    @Test("odd names of a hero's comics, teams and first comic change nothing", arguments: names)
    func references(name: Field) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let stories = try await source.topics(.stories, of: .hero(spider), PageRange())
        let facts = try await source.hero(spider).value.facts
        let value = try JSONSerialization.jsonObject(with: Data(name.json.utf8), options: .fragmentsAllowed)
        fixture.server.edit("characters", spider) { hero in
            for field in ["issue_credits", "teams"] {
                hero[field] = (hero[field] as? [ComicVineServer.Record])?.map { $0.merging(["name": value]) { $1 } }
            }
            let first = hero["first_appeared_in_issue"] as? ComicVineServer.Record
            hero["first_appeared_in_issue"] = first?.merging(["name": value]) { $1 }
        }
        fixture.time.advance(by: 8 * 86_400)
        _ = try await source.hero(spider)
        await source.waitUntilIdle()
        #expect(try await source.topics(.stories, of: .hero(spider), PageRange()) == stories)
        #expect(try await source.hero(spider).value.facts == facts)
    }

    @Test(
        "a count that cannot be right, or has lost much, neither hides a hero nor changes its count",
        arguments: [
            "-5", "0", #""0""#, "null", #""many""#, "[3]", "2", "99999999999", "1e30",
        ])
    func counts(count: String) async throws {
        let fixture = try SourceFixture()
        let source = try await fixture.filledSource()
        let heroes = try await source.allHeroes()
        let facts = try await source.hero(spider).value.facts
        fixture.time.advance(by: 8 * 86_400)
        let ids = fixture.server.ids("characters")
        try set(Field("count_of_issue_appearances", count), "characters", ids, fixture)
        try await source.updater.updateHeroes()
        _ = try await source.hero(spider)
        await source.waitUntilIdle()
        #expect(try await source.allHeroes() == heroes)
        #expect(try await source.hero(spider).value.facts == facts)
    }

    @Test("a hero that is first seen without a count is requested again, and has that of its comics")
    func firstCount() async throws {
        let fixture = try SourceFixture()
        try set(Field("count_of_issue_appearances", "-5"), "characters", [spider, 1444], fixture)
        let source = try await fixture.filledSource()
        #expect(source.index.heroes.pendingIDs == [spider, 1444])
        #expect(try await source.hero(spider).value.facts?.appearances == 260)
        #expect(try await source.allHeroes().contains { $0.id == spider })
        try set(Field("count_of_issue_appearances", "77"), "characters", [1444], fixture)
        try await source.updater.updateHeroes()
        #expect(try await source.allHeroes().contains { $0.id == 1444 })
    }

    @Test(
        "a first answer that contradicts itself is shown, and requested again the next day",
        arguments: [
            Field("issue_credits", "null"), Field("issue_credits", "[]"),
            Field("issue_credits", #"[{"id":100260,"name":""},{"id":100259,"name":null}]"#),
        ])
    func contradiction(credits: Field) async throws {
        let fixture = try SourceFixture()
        let known = fixture.server.record("characters", spider)["issue_credits"]
        let comics = try #require(known as? [ComicVineServer.Record])
        try set(credits, "characters", [spider], fixture)
        let source = try await fixture.filledSource()
        let first = try await source.topics(.comics, of: .hero(spider), PageRange()).total
        #expect(first < 3)
        let before = fixture.server.calls("character").count
        fixture.server.edit("characters", spider) { $0["issue_credits"] = comics }
        fixture.time.advance(by: 86_000)
        #expect(try await source.topics(.comics, of: .hero(spider), PageRange()).total == first)
        await source.waitUntilIdle()
        #expect(fixture.server.calls("character").count == before)
        fixture.time.advance(by: 500)
        _ = try await source.hero(spider)
        await source.waitUntilIdle()
        #expect(try await source.topics(.comics, of: .hero(spider), PageRange()).total == comics.count)
        fixture.time.advance(by: 2 * 86_400)
        _ = try await source.hero(spider)
        await source.waitUntilIdle()
        #expect(fixture.server.calls("character").count == before + 1)
    }

    @Test("a series without comics is requested again the next day")
    func emptySeries() async throws {
        let fixture = try SourceFixture()
        try set(Field("issues", "null"), "volumes", [2000], fixture)
        let source = try await fixture.filledSource()
        let series = TopicID(.series, 2000)
        #expect(try await source.topics(.comics, of: .topic(series), PageRange()).total == 0)
        try set(Field("issues", #"[{"id":100001}]"#), "volumes", [2000], fixture)
        fixture.time.advance(by: 86_500)
        _ = try await source.topic(series)
        await source.waitUntilIdle()
        #expect(try await source.topics(.comics, of: .topic(series), PageRange()).total == 1)
    }
}
