import HTTP
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
        source.works[.comics] = [Work(.comics, id: 1, title: "One", thumbnail: hero.thumbnail)]
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
        #expect(page.contains("<img class=\"picture\" src=\"\(base)/scale_small/1/2-spider.jpg\" width="))
    }

    @Test("a preview does not state their size")
    func preview() async throws {
        let page = try await Self.page("/heroes/1443-spider-man")
        #expect(page.contains("og:image\" content=\"https://pictures.example/uploads/scale_super/1/2-spider.jpg\""))
        #expect(!page.contains("og:image:width") && !page.contains("og:image:height"))
        let sized = try await SiteUnderTest(publicURL: "https://site.example").get("/heroes/1009610-spider-man").text
        #expect(sized.contains("og:image:width"))
    }

    @Test("the style sheet shows the top of a picture, and the placeholder in place of a broken one")
    func style() async throws {
        let css = try await SiteUnderTest().get("/static/site.css").text
        let rule = try #require(css.firstMatch(of: /\.portrait,\.picture\{(.*?)\}/)).1
        for part in ["aspect-ratio:2/3", "object-fit:cover", "object-position:top", "url(placeholder.svg"] {
            #expect(rule.contains(part))
        }
        let after = try #require(css.firstMatch(of: /\.portrait::after,\.picture::after\{(.*?)\}/)).1
        #expect(after.contains("inset:0") && after.contains("background:inherit"))
        let flight = try #require(css.firstMatch(of: /::view-transition-new\(\.portrait\)\{(.*?)\}/)).1
        #expect(flight.contains("object-fit:cover"))
    }

    @Test("the page about the site names the other sites that pictures are loaded from, if they are known")
    func hosts() async throws {
        func sentence(_ hosts: [String]) async throws -> Substring? {
            try await SiteUnderTest(configure: { $0.imageHosts = hosts }).get("/about").text
                .firstMatch(of: /<p>Your browser loads the pictures of heroes from (.*?)\.<\/p>/)?.1
        }
        #expect(try await sentence([]) == nil)
        #expect(try await sentence(["https:", "http://127.0.0.1:8081"]) == nil)
        #expect(
            try await sentence(["https://pictures.example"])
                == "pictures.example, so that site sees your IP address and may set a cookie of its own")
        #expect(
            try await sentence(["https://a.example", "https://b.example"])
                == "a.example and b.example, so those sites see your IP address and may set cookies of their own")
    }
}
