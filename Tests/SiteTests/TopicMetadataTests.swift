import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("Metadata of topics and their lists")
struct TopicMetadataTests {
    private static let host = HTTPFields.of(["Host": "heroes.example"])

    @Test(
        "structured data has dates that its type has in schema.org: a work is published, a series starts, a team is founded",
        arguments: [
            (.events, "CreativeWork", #""datePublished":"1985-04""#),
            (.comics, "ComicIssue", #""datePublished":"1985-04""#),
            (.series, "ComicSeries", #""startDate":"1985-04","endDate":"1991""#),
            (.teams, "Organization", #""foundingDate":"1985-04","dissolutionDate":"1991""#), (.people, "Person", nil),
        ] as [(TopicKind, String, String?)])
    func dates(kind: TopicKind, type: String, dates: String?) async throws {
        let topic = Topic(
            kind, id: 9, title: "X", start: PartialDate(year: 1985, month: 4), end: PartialDate(year: 1991))
        var source = ScriptedSource.withEvent
        source.topics[kind] = [topic]
        let page = try await SiteUnderTest(source).get("/\(kind.rawValue)/9-x", Self.host).text
        let blocks = page.matches(of: /<script type="application\/ld\+json">(.*?)<\/script>/).map(\.1)
        let data = try #require(blocks.first { $0.contains("\"@type\":\"\(type)\"") })
        let allDates = data.matches(of: /"\w+Date":"[^"]*"|"datePublished":"[^"]*"/).map { String($0.0) }
        #expect(allDates.joined(separator: ",") == dates ?? "")
    }

    @Test(
        "the order of a list is not part of its canonical address, whether the source has it or not",
        arguments: [
            ("/events?sort=oldest", "/events"), ("/comics?sort=name&page=2", "/comics?page=2"),
            ("/heroes/1009610-spider-man/comics?sort=newest", "/heroes/1009610-spider-man/comics"),
            ("/events/238-civil-war/comics?sort=name", "/events/238-civil-war/comics"),
            ("/events?sort=age", "/events"), ("/comics?q=Comic&sort=name", "/comics?q=Comic"),
            ("/heroes/1009610-spider-man?sort=name", "/heroes/1009610-spider-man"),
            ("/events/238-civil-war?sort=name", "/events/238-civil-war"),
        ], [[], [.newest, .oldest, .name]] as [[TopicOrder]])
    func canonical(addresses: (target: String, canonical: String), orders: [TopicOrder]) async throws {
        var source = ScriptedSource.withEvent
        source.orders = orders
        let page = try await SiteUnderTest(source).get(addresses.target, Self.host).text
        #expect(page.contains("<link rel=\"canonical\" href=\"http://heroes.example\(addresses.canonical)\">"))
    }

    @Test("favourites have no canonical address, since they are the visitor's alone")
    func favourites() async throws {
        let page = try await SiteUnderTest().get("/favourites?sort=name", Self.host).text
        expectText(page, has: ["<meta name=\"robots\" content=\"noindex\">"], lacks: ["rel=\"canonical\""])
    }
}
