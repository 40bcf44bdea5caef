import Foundation
import Heroes
import Testing

@testable import MarvelAPI

@Suite struct EndpointTests {
    private func url(_ endpoint: MarvelEndpoint) -> String {
        let credentials = APIKeys(publicKey: "1234", privateKey: "abcd")
        let url = endpoint.url(
            below: "http://h/v1/public", Signature(of: credentials, at: Date(timeIntervalSince1970: 0.001)))
        let signature = "ts=1&apikey=1234&hash=ffd275c5130566a2916217b101f26150"
        #expect(url.hasSuffix(signature))
        return String(url.dropLast(signature.count))
    }

    @Test("heroes are requested by page, ordered by name")
    func heroes() {
        #expect(
            url(.heroes(HeroQuery(range: .page(3))))
                == "http://h/v1/public/characters?orderBy=name&limit=20&offset=40&")
    }

    @Test(
        "the prefix of a name is percent-encoded",
        arguments: [
            ("spi", "spi"), ("Spider-Man (Peter", "Spider-Man%20%28Peter"), ("ara\u{F1}", "ara%C3%B1"),
            ("a&apikey=x#?/+%", "a%26apikey%3Dx%23%3F%2F%2B%25"), ("\u{1F577}\0", "%F0%9F%95%B7%00"),
        ])
    func name(start: String, encoded: String) {
        #expect(
            url(.heroes(HeroQuery(nameStartsWith: start)))
                == "http://h/v1/public/characters?nameStartsWith=\(encoded)&orderBy=name&limit=20&offset=0&")
    }

    @Test("a blank name is left out, because the API rejects it", arguments: ["", " ", "\t\u{A0}"])
    func blankName(start: String) {
        #expect(MarvelEndpoint.heroes(HeroQuery(nameStartsWith: start)) == MarvelEndpoint.heroes(HeroQuery()))
    }

    @Test("ranges are clamped to what the API accepts")
    func range() {
        let works = MarvelEndpoint.works(.stories, of: .hero(7), PageRange(offset: -5, limit: 3000))
        #expect(url(works) == "http://h/v1/public/characters/7/stories?limit=100&offset=0&")
    }

    @Test("a single hero is requested by id alone")
    func hero() { #expect(url(.hero(1_009_610)) == "http://h/v1/public/characters/1009610?") }
}
