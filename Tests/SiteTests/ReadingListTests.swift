import Basics
import HTTP
import HTTPTypes
import Heroes
import Support
import Testing

@testable import Site

@Suite("Reading lists")
struct ReadingListTests {
    private static let target = "/events/238-civil-war/comics.cbl"

    /// Returns a source whose event has these comics.
    private func source(_ comics: [Topic], title: String = "Civil <War>") -> ScriptedSource {
        var source = ScriptedSource.withEvent
        source.topics[.events] = [Topic(.events, id: 238, title: title)]
        source.parts[ScriptedSource.event.id] = [.comics: comics]
        return source
    }

    private func comic(_ id: Int, _ issue: Topic.Issue?, series: Int? = nil) -> Topic {
        let parents = series.map { [TopicReference("A series", TopicID(.series, $0))] }
        var comic = Topic(.comics, id: id, title: "Comic \(id)", parents: parents ?? [])
        comic.issue = issue
        return comic
    }

    /// Returns the books of the event's list.
    private func books(_ source: ScriptedSource) async throws -> [ListedBook] {
        ListedBook.all(in: try await SiteUnderTest(source).get(Self.target).text)
    }

    @Test("an event's comics are a ComicRack list from first to last, with series, number, volume and year")
    func event() async throws {
        let response = try await SiteUnderTest(
            source([
                comic(2, Topic.Issue(series: "Civil War", number: "2", volume: 2006, year: 2007)),
                comic(1, Topic.Issue(series: "Black & White", number: "½")),
                comic(3, Topic.Issue(series: "Civil \"War\"", number: "1.MU", year: 2007)),
            ])
        ).get(Self.target)
        #expect(response.fields[.contentType] == "application/xml; charset=utf-8")
        #expect(
            try await response.text == """
                <?xml version="1.0" encoding="utf-8"?>
                <ReadingList>
                <Name>Civil &lt;War&gt;</Name>
                <Books>
                <Book Series="Black &amp; White" Number="½" />
                <Book Series="Civil War" Number="2" Volume="2006" Year="2007" />
                <Book Series="Civil &quot;War&quot;" Number="1.MU" Year="2007" />
                </Books>
                <Matchers />
                </ReadingList>

                """)
    }

    @Test("a book has the ids of a database that comic readers know, and the year in which its series began from there")
    func database() async throws {
        let issue = Topic.Issue(series: "Civil War", number: "1", year: 2006)
        var source = source([comic(11, issue, series: 61), comic(12, issue, series: 62), comic(13, issue)])
        (source.database, source.volumes) = ("cv", [61: 2006])
        let text = try await SiteUnderTest(source).get(Self.target).text
        #expect(
            text.contains(
                """
                <Book Series="Civil War" Number="1" Volume="2006" Year="2006">
                <Database Name="cv" Series="61" Issue="11" />
                </Book>
                <Book Series="Civil War" Number="1" Year="2006">
                <Database Name="cv" Series="62" Issue="12" />
                </Book>
                <Book Series="Civil War" Number="1" Year="2006" />

                """))
    }

    @Test("each issue is listed once, whatever its printings, and a collection is not")
    func once() async throws {
        let issue = Topic.Issue(series: "War", number: "1", volume: 2006, year: 2006)
        let undated = Topic.Issue(series: "War", number: "1", volume: 2006)
        let books = try await books(
            source([
                comic(1, undated, series: 5), comic(2, issue, series: 6), comic(3, nil),
                comic(4, Topic.Issue(series: "War", number: "1", volume: 2019, year: 2019)),
                comic(5, Topic.Issue(series: "War", number: "-1", volume: 2006)),
            ]))
        #expect(books.map(\.number) == ["1", "1", "-1"])
        #expect(books.map(\.volume) == [2006, 2019, 2006])
        #expect(books.map(\.year) == [2006, 2019, nil])
    }

    @Test("all pages of a long event are in the list, and nothing else has one")
    func long() async throws {
        let comics = (1...201).map { comic($0, Topic.Issue(series: "War", number: "\($0)")) }
        let site = try SiteUnderTest(source(comics))
        #expect(try await ListedBook.all(in: site.get(Self.target).text).count == 201)
        let collections = try SiteUnderTest(source([comic(1, nil)]))
        #expect(await collections.get(Self.target).status == .notFound)
        let heroes = ["/heroes/404/start.cbl", "/heroes/1-hero-1/start.cbl"]
        for target in heroes + ["/series/7-the-wars/comics.cbl", "/events/404/comics.cbl"] {
            #expect(await site.get(target).status == .notFound, "\(target)")
        }
    }

    @Test("a list is kept as a page is, until the source changes")
    func cached() async throws {
        let (revision, queries) = (Locked<UInt64>(1), Locked(0))
        var source = source([comic(1, Topic.Issue(series: "War", number: "1"))])
        source.changes = { revision.withLock(\.self) }
        source.before = { (_: ScriptedSource.Query) throws(HeroError) in queries.withLock { $0 += 1 } }
        let site = try SiteUnderTest(source)
        let request = Request(target: Self.target, fields: .of(["Host": "heroes.example"]))
        func kept() -> ImmediateResponse? { site.site.immediateResponse(to: RequestHead(request)) }
        #expect(kept() == nil)
        let response = await site.site.respond(to: request)
        #expect(kept()?.response.body == Array(try await response.text.utf8))
        #expect(queries.withLock(\.self) == 2, "the event and its comics")
        revision.withLock { $0 += 1 }
        #expect(kept() == nil)
    }

    @Test("a long list is written in linear time")
    func time() {
        let isLinear = Complexity.isSubquadratic(
            from: 100,
            of: { size in
                (0..<size).map { comic($0 + 1, Topic.Issue(series: "War & Peace", number: "\($0)", volume: 1990)) }
            }
        ) { comics in
            #expect(ReadingList("War", comics, database: "cv").bytes.count > comics.count * 30)
        }
        #expect(isLinear)
    }

    @Test(
        "a download is named after its title, also for clients that read ASCII only",
        arguments: [
            ("Civil <War>", "civil-war", "Civil%20War"),
            ("スパイダーの夜", "reading-list", "%E3%82%B9%E3%83%91%E3%82%A4%E3%83%80%E3%83%BC%E3%81%AE%E5%A4%9C"),
            ("Spider-Man: Blue", "spider-man-blue", "Spider-Man%20Blue"),
            ("Höhle 東京", "hohle", "H%C3%B6hle%20%E6%9D%B1%E4%BA%AC"),
            ("../etc/passwd", "etc-passwd", "etc%20passwd"), ("1602", "reading-list", "1602"),
            ("?*/", "reading-list", "reading-list"),
            ("A\"; filename=\"b.exe", "a-filename-b-exe", "A%20%3B%20filename%3D%20b.exe"),
            ("evil\u{202E}lbc.exe", "evil-lbc-exe", "evillbc.exe"),
            ("100% 🕷️", "reading-list", "100%20%F0%9F%95%B7%EF%B8%8F"),
        ])
    func fileName(title: String, plain: String, encoded: String) async throws {
        let comics = [comic(1, Topic.Issue(series: "War", number: "1"))]
        let path = "/events/238-\(Slug.of(title))/comics.cbl"
        let response = try await SiteUnderTest(source(comics, title: title)).get(
            Slug.of(title).isEmpty ? "/events/238/comics.cbl" : path)
        let expected = "attachment; filename=\"\(plain).cbl\"; filename*=UTF-8''\(encoded).cbl"
        #expect(response.fields[.contentDisposition] == expected)
    }
}
