import Basics
import HTTP
import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("A search that is a number, an address or one long letter")
struct SearchedPageTests {
    private static let host = HTTPFields.of(["Host": "heroes.example:8080"])

    @Test(
        "the number of a hero or an address of this site leads there",
        arguments: [
            ("1009610", "/heroes/1009610-spider-man"), ("  1009610\n", "/heroes/1009610-spider-man"),
            ("http://heroes.example:8080/heroes/1009610-spider-man", "/heroes/1009610-spider-man"),
            (" /heroes/1009610-spider-man ", "/heroes/1009610-spider-man"),
            ("heroes.example:8080/teams/12-x?page=2", "/teams/12-x?page=2"),
            ("HTTPS://Heroes.Example:8080/events/", "/events"), ("http://heroes.example:8080", "/"),
            ("/heroes?q=iron man&utm_source=x#list", "/heroes?q=iron%20man"), ("/favourites", "/favourites"),
            ("http://www.heroes.example/comics/5-x", "/comics/5-x"), ("www.heroes.example/about).", "/about"),
            (
                "/heroes/1-a?from=/heroes?page=2&x=" + String(repeating: "x", count: 200),
                "/heroes/1-a?from=%2Fheroes%3Fpage%3D2"
            ),
        ])
    func leads(_ search: String, _ target: String) async throws {
        let site = try SiteUnderTest(publicURL: "http://www.heroes.example/")
        let response = await site.get("/heroes?q=" + PercentEncoding.encode(search), Self.host)
        #expect(response.status == .found)
        #expect(response.fields[.location] == target)
    }

    @Test(
        "any other text is searched",
        arguments: [
            "2006", "616", "66", "99999", "01009610", "1009610 x", "9999999999999999999",
            "https://other.example/heroes",
            "heroes.example/heroes", "heroes.example:8080", "http:///heroes", "//heroes.example:8080/heroes",
            "http://heroes.example:8080@other.example/heroes", "ftp://heroes.example:8080/heroes", "/nowhere", "AC/DC",
            "/favourites.json", "/static/site.css", "/favourites/clear", "/robots.txt", "/heroes/x", "?q=a",
        ])
    func searched(_ search: String) async throws {
        let response = try await SiteUnderTest().get("/heroes?q=" + PercentEncoding.encode(search), Self.host)
        #expect(response.status == .ok)
        #expect(try await response.text.contains("<h1>Nothing found for"))
    }

    @Test("a known hero is not asked for, and a number that cannot be asked for is searched")
    func failing() async throws {
        var source = ScriptedSource.usual.failing([.hero(1_009_610): .timedOut("")])
        #expect(try await SiteUnderTest(source).get("/heroes?q=1009610").status == .ok)
        source.cachedHeroes = [ScriptedSource.spider]
        #expect(try await SiteUnderTest(source).get("/heroes?q=1009610").status == .found)
    }

    @Test(
        "one letter of hundreds of bytes is no search",
        arguments: [
            ("/heroes", "<h1>All heroes</h1>"), ("/teams", "<h1>All teams</h1>"), ("/events", "<h1>All events</h1>"),
            ("/comics", "<h1>All comics</h1>"), ("/heroes/1009610-spider-man/to", "<h1>Who does Spider-Man know?</h1>"),
        ])
    func longLetter(_ path: String, _ heading: String) async throws {
        let source = ScriptedSource.withEvent.failing([.search("", PageRange()): .broken("")])
        let letter = String(repeating: "👩\u{200D}", count: 101)
        let response = try await SiteUnderTest(source).get(path + "?q=" + PercentEncoding.encode(letter))
        #expect(response.status == .ok)
        #expect(try await response.text.contains(heading))
    }

    @Test("a letter with hundreds of marks is searched with the first four")
    func marks() async throws {
        let letter = "a" + String(repeating: "\u{301}", count: 300)
        let text = try await SiteUnderTest().get("/heroes?q=" + PercentEncoding.encode(letter)).text
        expectText(text, has: ["for “a\u{301}\u{301}\u{301}\u{301}”</h1>"])
    }
}
