import FoundationEssentials
import HTTP
import HTTPTypes
import Support
import Testing

@testable import Gateway

@Suite("The gateway's page for people")
struct OverviewPageTests {
    private static let keyed = GatewayConfiguration(
        baseURL: "http://test", access: .keys(["public<&": "private", "5678": "efgh"]), dailyLimit: 50)

    /// Returns a client of a gateway over the bundled catalogue with its pictures.
    private func client(_ configuration: GatewayConfiguration = GatewayClient.openConfiguration) throws
        -> GatewayClient
    {
        let catalogue = try BundledCatalogue.catalogue.get()
        let configuration = try withPage(configuration)
        let archive = try BundledCatalogue.client.get().gateway.archive
        return GatewayClient(
            gateway: Gateway(archive: archive, configuration: configuration, images: Images(catalogue)))
    }

    private func withPage(_ configuration: GatewayConfiguration) throws -> GatewayConfiguration {
        var configuration = configuration
        let root = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent().path
        configuration.overviewPage = try OverviewPage(templates: root + "/Templates")
        return configuration
    }

    private func links(_ page: String) -> [String] {
        page.matches(of: /(?:href|src)="([^"]*)"/).map { String($0.1).replacing("&amp;", with: "&") }
    }

    @Test("shows the base URL, the number of objects of each kind, and all filters")
    func content() async throws {
        let client = try client()
        let response = await client.get("/")
        #expect(response.status == .ok && response.fields[.contentType] == "text/html; charset=utf-8")
        #expect(response.text.contains("<pre>http://test/v1/public</pre>"))
        for kind in Kind.allCases {
            let total = try #require(try await client.data(kind.rawValue)["total"]?.int)
            #expect(response.text.contains(">\(kind.rawValue)</th><td>\(total)</td>"))
            for filter in kind.filters.keys { #expect(response.text.contains(filter)) }
        }
        #expect(response.text.contains("Texts and art by MarvelHeroes. Characters <a href=\"https://www.marvel.com\""))
    }

    @Test("of an open gateway has links that work, to lists, a hero and a picture")
    func links() async throws {
        let client = try client()
        let page = await client.get("/").text
        let paths = links(page).filter { $0.hasPrefix("/") }
        #expect(paths.count == 6 && paths.contains("/images/characters/1009610/portrait_xlarge.png"))
        for path in paths {
            let response = await client.get(path)
            #expect(response.status == .ok, "\(path)")
            if path.hasPrefix("/v1/") { #expect(!response.text.contains(#""count":0"#), "\(path)") }
        }
        #expect(!page.contains("Sign a call"))
    }

    @Test("of a gateway with keys explains the signature with example keys, and never shows its own")
    func signature() async throws {
        let page = await (try client(Self.keyed)).get("/", [try #require(HTTPField.Name("Host")): "localhost:8081"])
            .text
        #expect(
            page.contains(
                "<pre>http://test/v1/public/characters?nameStartsWith=spi&amp;ts=1&amp;apikey=1234&amp;"
                    + "hash=ffd275c5130566a2916217b101f26150</pre>"))
        #expect(page.contains("<code>1abcd1234</code>") && page.contains("50 calls a day"))
        for (key, secret) in [("public<&", "private"), ("5678", "efgh")] {
            let hash = Credentials.hash(timestamp: "1", secret: secret, key: key)
            #expect(!page.contains(hash) && !page.contains("apikey=\(key.prefix(4))") && !page.contains("efgh"))
        }
        #expect(links(page).filter { $0.hasPrefix("/") }.allSatisfy { $0.hasPrefix("/images/") })
    }

    @Test("allows only its own style and pictures, and has one heading of the first level")
    func structure() async throws {
        let response = await (try client()).get("/")
        let policy = try #require(response.fields[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-") && policy.contains("img-src 'self';"))
        #expect(!policy.contains("unsafe"))
        for tag in ["<h1>", "<header>", "<main>", "<footer>"] {
            #expect(response.text.matches(of: try Regex(tag)).count == 1, "\(tag)")
        }
    }

    @Test("escapes names, shows Marvel's attribution, and needs neither heroes nor pictures")
    func archives() async throws {
        let archive = try Archive()
        let client = GatewayClient(
            gateway: Gateway(archive: archive, configuration: try withPage(GatewayClient.openConfiguration)))
        let empty = await client.get("/").text
        #expect(empty.contains(">characters</th><td>0</td>") && !empty.contains("<img") && !empty.contains("One hero"))
        try archive.add(
            [ArchiveEntry(kind: .characters, id: 77, fields: ["name": .string("<b>")])], marvel: true)
        let page = await client.get("/").text
        #expect(page.contains("One hero: &lt;b&gt;</a>") && page.contains(">characters</th><td>1</td>"))
        #expect(page.contains("Data provided by Marvel.") && !page.contains("<img"))
    }
}
