import Foundation
import Heroes
import Testing

@testable import MarvelAPI

private let length = PageRange.pageLength
/// The parameters of a first page.
private let first = "limit=\(length)&offset=0&"

@Suite struct EndpointTests {
    @Test(
        "an endpoint has its path, its encoded query, and the signature of the documentation",
        arguments: [
            (.heroes(HeroQuery(range: .page(3))), "characters?orderBy=name&limit=\(length)&offset=\(2 * length)&"),
            (
                .heroes(HeroQuery(order: .known), isExtended: true),
                "characters?orderBy=-fame%2Cname&\(first)"
            ),
            (
                .heroes(
                    HeroQuery(
                        filter: HeroFilter(team: 5, side: .villain, gender: .female, decade: 1960), order: .first),
                    isExtended: true),
                "characters?teams=5&side=villain&gender=female&decade=1960&orderBy=firstAppearance%2Cname&\(first)"
            ),
            (.heroes(HeroQuery(filter: HeroFilter(side: .hero), order: .known)), "characters?orderBy=name&\(first)"),
            (.heroes(HeroQuery(in: TopicID(.events, 4))), "events/4/characters?orderBy=name&\(first)"),
            (
                .heroes(HeroQuery(in: TopicID(.events, 4)), isExtended: true),
                "events/4/characters?orderBy=role%2C-fame%2Cname&\(first)"
            ),
            (
                .topics(.comics, of: .hero(7), by: .role, PageRange()),
                "characters/7/comics?orderBy=role%2C-onsaleDate&\(first)"
            ),
            (.topics(.stories, of: .hero(7), by: .role, PageRange()), "characters/7/stories?orderBy=role&\(first)"),
            (
                .heroes(HeroQuery(nameStartsWith: "Spider-Man (Peter")),
                "characters?nameStartsWith=Spider-Man%20%28Peter&orderBy=name&\(first)"
            ),
            (
                .heroes(HeroQuery(nameStartsWith: "a&apikey=x#?/+%ñ🕷\0")),
                "characters?nameStartsWith=a%26apikey%3Dx%23%3F%2F%2B%25%C3%B1%F0%9F%95%B7%00&orderBy=name&\(first)"
            ),
            // The API rejects a blank name.
            (.heroes(HeroQuery(nameStartsWith: "\t\u{A0}")), "characters?orderBy=name&\(first)"),
            (.topics(.stories, of: .hero(7), PageRange()), "characters/7/stories?\(first)"),
            (.topics(.comics, of: .topic(TopicID(.events, 4)), PageRange()), "events/4/comics?\(first)"),
            (.topics(.series, of: .source, PageRange()), "series?\(first)"),
            (.topics(.people, of: .source, by: .name, PageRange()), "creators?\(first)"),
            (
                .topics(.comics, of: .topic(TopicID(.people, 30)), by: .oldest, PageRange()),
                "creators/30/comics?orderBy=onsaleDate&\(first)"
            ),
            (.topics(.series, of: .source, by: .newest, PageRange()), "series?orderBy=-startYear&\(first)"),
            (.topics(.comics, of: .source, by: .name, PageRange()), "comics?orderBy=title&\(first)"),
            (.topics(.events, of: .source, by: .name, PageRange()), "events?orderBy=name&\(first)"),
            (.heroes(HeroQuery(in: TopicID(.people, 30))), "creators/30/characters?\(first)"),
            (.topic(TopicID(.people, 30)), "creators/30?"), (.path(7, 9), "characters/7/to/9?"),
            (.topic(TopicID(.events, 4)), "events/4?"), (.hero(1_009_610), "characters/1009610?"),
            (.search("a&b", .page(2)), "search?q=a%26b&limit=\(length)&offset=\(length)&"),
            (.search("x", PageRange(), .people), "search?q=x&kind=creators&\(first)"),
            (.topics(.comics, of: .search("x"), PageRange()), "comics?titleStartsWith=x&\(first)"),
        ] as [(MarvelEndpoint, String)])
    func url(endpoint: MarvelEndpoint, url: String) {
        let credentials = APIKeys(publicKey: "1234", privateKey: "abcd")
        let signature = Signature(of: credentials, at: Date(timeIntervalSince1970: 0.001))
        #expect(
            endpoint.url(below: "http://h/v1/public", signature)
                == "http://h/v1/public/\(url)ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150")
    }

    @Test("printing or dumping a configuration discloses no key")
    func silence() throws {
        let configuration = try MarvelConfiguration(
            baseURL: "http://127.0.0.1", publicKey: "open-secret", privateKey: "closed-secret")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", "\(configuration.credentials)", dumped] { #expect(!text.contains("secret")) }
    }
}

@Suite struct MarvelConfigurationTests {
    @Test(
        "a base URL without a path gets the API's path",
        arguments: [
            ("http://127.0.0.1:8081", "http://127.0.0.1:8081/v1/public"),
            ("http://127.0.0.1:8081/", "http://127.0.0.1:8081/v1/public"),
            ("HTTPS://Gateway.Marvel.com/v1/public/", "https://gateway.marvel.com/v1/public"),
            ("https://example.org/mirror", "https://example.org/mirror"),
            ("http://[::1]:9", "http://[::1]:9/v1/public"),
            ("http://[::ffff:127.0.0.1]", "http://[::ffff:127.0.0.1]/v1/public"),
            ("http://a_b.example:0", "http://a_b.example:0/v1/public"), ("http://h:65535", "http://h:65535/v1/public"),
        ])
    func base(text: String, normalized: String) throws {
        let configuration = try MarvelConfiguration(baseURL: text, publicKey: "", privateKey: "")
        #expect(configuration.baseURL == normalized)
    }

    @Test(
        "anything but a plain http URL is rejected",
        arguments: [
            "", "embedded", "ftp://host", "file:///etc", "http://", "http:///path", "http://user:pass@host",
            "http://h?a=b",
            "http://h#x", "http://h h", "http://:80", "http://h\"", "//host", "javascript:alert(1)",
            "http://h:65536", "http://127.0.0.1:99999", "http://h:1:2", "http://h:", "http://h:+1", "http://h:a",
            "http://[]",
            "http://[::1", "http://[::1]9", "http://[::1]:x", "http://[h]", "http://::1", "http://h]", "http://h[",
        ])
    func rejected(text: String) {
        #expect(throws: WebURL.InvalidBase.self) {
            try MarvelConfiguration(baseURL: text, publicKey: "", privateKey: "")
        }
    }
}
