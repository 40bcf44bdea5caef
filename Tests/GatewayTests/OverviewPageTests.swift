import Foundation
import HTTP
import HTTPTypes
import Pictures
import Support
import Testing

@testable import Gateway

@Suite("The gateway's page for people")
struct OverviewPageTests {
    private static let keyed = GatewayConfiguration(
        baseURL: "http://test", access: .keys(["1a2b<&": "secret", "5678": "efgh"]), dailyLimit: 50)

    /// Returns a client of a gateway with this page over the fixture catalogue with its pictures, or over an archive.
    private func client(
        _ configuration: GatewayConfiguration = GatewayClient.openConfiguration, _ archive: Archive? = nil
    ) throws -> GatewayClient {
        var configuration = configuration
        let root = URL(filePath: Fixture.folder).deletingLastPathComponent().deletingLastPathComponent().path
        configuration.overviewPage = try OverviewPage(templates: root + "/Templates")
        if let archive { return GatewayClient(gateway: Gateway(archive: archive, configuration: configuration)) }
        let images = Images(try Catalogue.load(folder: "\(Fixture.folder)/gateway/catalogue"))
        return GatewayClient(
            gateway: Gateway(
                archive: try GatewayClient().gateway.archive, configuration: configuration, images: images))
    }

    /// `RECORD_SNAPSHOTS=1` rewrites the file.
    @Test(
        "matches its snapshot",
        arguments: [("open", GatewayClient.openConfiguration), ("keyed", OverviewPageTests.keyed)])
    func snapshot(name: String, configuration: GatewayConfiguration) async throws {
        let page = await (try client(configuration)).get("/").text
        let file = URL(filePath: "\(Fixture.folder)/gateway/overview-\(name).html")
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil { try Data(page.utf8).write(to: file) }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        #expect(page.split(separator: "\n") == recorded.split(separator: "\n"))
    }

    @Test("of an open gateway has links that work, to lists, a hero and a picture")
    func links() async throws {
        let client = try client()
        let links = await client.get("/").text.matches(of: /(?:href|src)="(\/[^"]*)"/)
            .map { String($0.1).replacing("&amp;", with: "&") }
        #expect(links.count == 8)
        #expect(links.count { $0 == "/openapi.json" } == 2)
        #expect(links.contains("/images/characters/1/portrait_xlarge.png"))
        for link in links {
            let response = await client.get(link)
            #expect(response.status == .ok, "\(link)")
            if link.hasPrefix("/v1/") { #expect(!response.text.contains(#""count":0"#), "\(link)") }
        }
    }

    @Test("of a gateway with keys never shows them")
    func keys() async throws {
        let page = await (try client(Self.keyed)).get("/").text
        for text in ["1a2b", "secret", "5678", "efgh"] { #expect(!page.contains(text), "\(text)") }
    }

    @Test("is HTML, and allows only its own style and pictures")
    func policy() async throws {
        let response = await (try client()).get("/")
        #expect(response.fields[.contentType] == "text/html; charset=utf-8")
        let policy = try #require(response.fields[.contentSecurityPolicy])
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-"))
        #expect(policy.contains("img-src 'self';"))
        #expect(!policy.contains("unsafe"))
    }

    @Test("escapes names, shows Marvel's attribution, and needs neither heroes nor pictures")
    func archives() async throws {
        let archive = try Archive()
        let client = try client(GatewayClient.openConfiguration, archive)
        let empty = await client.get("/").text
        #expect(empty.contains(">characters</th><td>0</td>"))
        #expect(!empty.contains("<img"))
        #expect(!empty.contains("One hero"))
        try archive.add(
            [ArchiveEntry(kind: .characters, id: 77, fields: ["name": .string("<b>")])], marvel: true)
        let page = await client.get("/").text
        #expect(page.contains("One hero: &lt;b&gt;</a>"))
        #expect(page.contains("Data provided by Marvel."))
        #expect(!page.contains("<img"))
    }
}
