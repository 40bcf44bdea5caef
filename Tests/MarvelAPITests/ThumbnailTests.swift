import Heroes
import Testing

@testable import MarvelAPI

@Suite struct ThumbnailTests {
    @Test(
        "a picture's URL is shown over https, on loopback, or as a path on this site",
        arguments: [
            (
                "http://i.annihil.us/u/prod/marvel/i/mg/3/50/526548a343e4b",
                "https://cdn.marvel.com/u/prod/marvel/i/mg/3/50/526548a343e4b"
            ),
            ("http://x.annihil.us/u/prod/marvel/i/mg/9", "https://cdn.marvel.com/u/prod/marvel/i/mg/9"),
            ("https://i.annihil.us/u/prod/marvel/i/mg/9", "https://cdn.marvel.com/u/prod/marvel/i/mg/9"),
            ("http://y.annihil.us/u/prod/marvel/i/mg/9", "https://y.annihil.us/u/prod/marvel/i/mg/9"),
            ("http://i.annihil.us/u/prod/marvelous/1", "https://i.annihil.us/u/prod/marvelous/1"),
            ("https://example.org/art/1", "https://example.org/art/1"),
            ("http://127.0.0.1:9000/art/1", "http://127.0.0.1:9000/art/1"),
            ("http://localhost/art/1", "http://localhost/art/1"), ("http://[::1]:8/art/1", "http://[::1]:8/art/1"),
            ("http://127.0.0.1.example.org/art", "https://127.0.0.1.example.org/art"),
            ("http://127.0.0.1:808/art/7", "/art/7"), ("http://127.0.0.1:8081/art", "http://127.0.0.1:8081/art"),
            ("/art/1009610", "/art/1009610"),
        ])
    func shown(input: String, shown: String) {
        let hosts = ImageHost.marvel + [ImageHost(prefix: "http://127.0.0.1:808", replacement: "")]
        #expect(Thumbnail(validating: input, fileExtension: "jpg", by: hosts)?.path == shown)
    }

    @Test("Marvel's pictures are rewritten to the configured host", arguments: ["", "/"])
    func configuredHost(slash: String) {
        let hosts = ImageHost.marvel(at: "https://images.example/marvel" + slash)
        let thumbnail = Thumbnail(
            validating: "http://i.annihil.us/u/prod/marvel/i/mg/9", fileExtension: "jpg", by: hosts)
        #expect(thumbnail?.path == "https://images.example/marvel/i/mg/9")
    }

    @Test("http pictures stay http at the source's origin and at the configured host")
    func overHTTP() throws {
        let hosts = try MarvelConfiguration(
            baseURL: "http://heroes.lan:808/v1/public", publicKey: "", privateKey: "",
            imageHosts: ImageHost.marvel(at: "http://pictures.lan:9000/m")
        ).imageHosts
        for (input, shown) in [
            ("http://heroes.lan:808/images/1", "http://heroes.lan:808/images/1"),
            ("http://i.annihil.us/u/prod/marvel/i/mg/9", "http://pictures.lan:9000/m/i/mg/9"),
            ("http://heroes.lan:8081/images/1", "https://heroes.lan:8081/images/1"),
            ("http://other.lan/images/1", "https://other.lan/images/1"),
        ] {
            #expect(Thumbnail(validating: input, fileExtension: "svg", by: hosts)?.path == shown)
        }
    }

    @Test(
        "an invalid or unsafe URL is not shown",
        arguments: [
            "", "art/1", "//example.org/a", "javascript:alert(1)", "data:image/png;base64,AA", "file:///etc/a",
            "http://", "https:///a", "https://user@example.org/a", "https://example.org/a?b", "https://example.org/a#b",
            "https://example.org/a b", "https://example.org/\"onload=", "https://example.org/a)", "/a\\b", "/a'b",
            "/\u{F1}",
            "/a\n", "https://example.org/<b>", "/" + String(repeating: "a", count: 2000),
        ])
    func hidden(input: String) {
        #expect(Thumbnail(validating: input, fileExtension: "jpg", by: ImageHost.marvel) == nil)
    }

    @Test(
        "a file extension is one to five letters and digits",
        arguments: ["", "jpg/x", "j\"pg", "jpegjp", ".jpg", "\u{F1}"])
    func fileExtension(text: String) { #expect(Thumbnail(validating: "/art", fileExtension: text, by: []) == nil) }
}
