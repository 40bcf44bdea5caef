import HTTP
import HTTPTypes
import Heroes
import Testing

@testable import Site

@Suite("Pictures of any shape")
struct PictureTests {
    private static let hero = Hero(
        id: 1443, name: "Spider-Man",
        thumbnail: Thumbnail(path: "https://pictures.example/uploads/*/1/2-spider", fileExtension: "jpg"))

    private static func page(_ target: String) async throws -> String {
        var source = ScriptedSource.usual
        source.heroes = [hero]
        source.topics[.comics] = [Topic(.comics, id: 1, title: "One", thumbnail: hero.thumbnail)]
        return try await SiteUnderTest(source, publicURL: "https://site.example").get(target).text
    }

    @Test("their widths in srcset are the least of their sizes, and one size has no srcset")
    func widths() async throws {
        let base = "https://pictures.example/uploads"
        #expect(
            try await Self.page("/heroes").contains(
                "srcset=\"\(base)/scale_small/1/2-spider.jpg 320w, \(base)/scale_medium/1/2-spider.jpg 480w\""))
        let page = try await Self.page("/heroes/1443-spider-man")
        #expect(
            page.contains(
                "srcset=\"\(base)/scale_medium/1/2-spider.jpg 480w, \(base)/scale_super/1/2-spider.jpg 960w\""))
        #expect(page.contains("<img class=\"picture\" src=\"\(base)/scale_small/1/2-spider.jpg\" alt="))
    }

    @Test(
        "a hero without a picture has the initials of the name, without brackets, or the placeholder",
        arguments: [
            ("Spider-Man (Miles Morales)", "/initials/SM"), ("thor", "/initials/T"),
            ("Agent 13 Carter", "/initials/A1"),
            ("M'Baku", "/initials/M"), ("Ægir", "/initials/%C3%86"), ("Человек-паук", "/initials/%D0%A7%D0%9F"),
            ("???", "/static/placeholder.svg"), ("(x)", "/static/placeholder.svg"),
        ])
    func initials(name: String, address: String) async throws {
        var source = ScriptedSource.usual
        source.heroes = [Hero(id: 7, name: name)]
        #expect(try await SiteUnderTest(source).get("/heroes").text.contains("src=\"\(address)"))
    }

    @Test(
        "initials are a picture of one or two letters or digits, and nothing else has an address",
        arguments: [
            ("SM", HTTPResponse.Status.ok), ("%D0%A7", .ok), ("", .notFound), ("SMX", .notFound), ("%3Cb", .notFound),
        ])
    func initialsPage(letters: String, status: HTTPResponse.Status) async throws {
        let response = try await SiteUnderTest(ScriptedSource.usual).get("/initials/\(letters)")
        #expect(response.status == status)
        #expect((response.fields[.contentType] == "image/svg+xml") == (status == .ok))
    }

    @Test(
        "the page about the site names the other site that pictures are loaded from, if it is known",
        arguments: [
            (["https:", "http://127.0.0.1:8081"], nil),
            (
                ["https://pictures.example"],
                "pictures.example, so that site sees your IP address and may set a cookie of its own"
            ),
        ] as [([String], String?)])
    func host(hosts: [String], words: String?) async throws {
        let text = try await SiteUnderTest(configure: { $0.imageHosts = hosts }).get("/about").text
        let match = text.firstMatch(of: /<p>Your browser loads the pictures of heroes from (.*?)\.<\/p>/)
        #expect(match.map { String($0.1) } == words)
    }
}
