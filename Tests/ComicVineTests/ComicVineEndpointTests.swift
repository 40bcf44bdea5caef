import FoundationEssentials
import Heroes
import Testing

@testable import ComicVine

@Suite struct ComicVineEndpointTests {
    private func query(_ endpoint: ComicVineEndpoint, _ name: String) -> String? {
        endpoint.query.first { $0.name == name }?.value
    }

    @Test func aURLHasKeyFormatAndEncodedParameters() {
        let url = ComicVineEndpoint.issues(ids: [7, 8]).url(below: "http://proxy/api", ComicVineKey("k&y"))
        #expect(url.hasPrefix("http://proxy/api/issues/?api_key=k%26y&format=json&filter=id%3A7%7C8&limit=100&offset"))
    }

    @Test func pathsEndWithASlashAndBeginWithTheirResource() throws {
        func topic(_ kind: TopicKind) throws -> ComicVineEndpoint { try #require(.topic(TopicID(kind, 5))) }
        let endpoints: [(ComicVineEndpoint, String)] = try [
            (.membership, "/publisher/4010-31/"), (.heroes(ids: [1]), "/characters/"),
            (.character(1443), "/character/4005-1443/"), (topic(.comics), "/issue/4000-5/"),
            (topic(.series), "/volume/4050-5/"), (topic(.teams), "/team/4060-5/"),
            (topic(.people), "/person/4040-5/"), (topic(.events), "/story_arc/4045-5/"),
            (.storyArcs(offset: 100), "/story_arcs/"),
        ]
        for (endpoint, path) in endpoints {
            #expect(endpoint.path == path)
            #expect(path.hasPrefix("/\(endpoint.resource)/"))
        }
        #expect(ComicVineEndpoint.membership.byteLimit == 64 << 20)
    }

    @Test func changesAreRequestedWithTimesInUTC() {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let endpoint = ComicVineEndpoint.heroesChanged(from: start, to: start + 86_400.9, offset: 0)
        #expect(query(endpoint, "filter") == "date_last_updated:2023-11-14 22:13:20|2023-11-15 22:13:20")
        #expect(query(endpoint, "sort") == "date_last_updated:asc")
    }
}

@Suite struct ComicVineConfigurationTests {
    @Test func theKeyIsNeitherPrintedNorReflected() throws {
        let configuration = try ComicVineConfiguration(key: "0123456789abcdef")
        #expect(!"\(configuration)".contains("0123"))
        #expect(!String(reflecting: configuration).contains("0123"))
    }

    @Test(
        "a key has no space, line end or invisible character around it, and a blank one is missing",
        arguments: [
            ("5ecret", "5ecret"), (" 5ecret \n", "5ecret"), ("5ecret\r\n", "5ecret"), ("\u{FEFF}5ecret\t", "5ecret"),
            ("", nil), (" \r\n", nil), ("\u{200B}", nil),
        ] as [(String, String?)])
    func key(text: String, key: String?) {
        #expect(ComicVineConfiguration.key(in: ["COMICVINE_API_KEY": text]) == key)
        #expect(ComicVineKey(text).text == key ?? "")
    }

    @Test func aBaseURLHasNoFinalSlashAndNoQuery() throws {
        #expect(try ComicVineConfiguration(baseURL: "http://proxy:8/api/", key: "k").baseURL == "http://proxy:8/api")
        #expect(throws: WebURL.InvalidBase.self) {
            try ComicVineConfiguration(baseURL: "http://proxy/api?x=1", key: "k")
        }
    }
}
