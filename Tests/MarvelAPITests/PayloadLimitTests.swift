import Heroes
import Testing

@testable import MarvelAPI

/// Responses that are larger than anything a page could show.
@Suite struct PayloadLimitTests {
    private func hero(_ fields: String) throws -> Hero {
        let body = #"{"code":200,"data":{"results":[{"id":7,"name":"Nova",\#(fields)}]}}"#
        return try #require(Payload<CharacterPayload>(Array(body.utf8)).items.first).hero([])
    }

    private func url(_ path: String) -> String { #"{"type":"wiki","url":"http://example.org/\#(path)"}"# }

    @Test("a hero has at most twenty links, the first valid ones")
    func links() throws {
        let urls = (0..<100_000).map { url($0 == 0 ? String(repeating: "x", count: 2_000) : "\($0)") }
        let links = try hero(#""urls":[\#(urls.joined(separator: ","))]"#).links
        #expect(links.map(\.url) == (1...20).map { "http://example.org/\($0)" })
    }

    @Test("a link has at most 2,000 bytes after encoding")
    func longLinks() throws {
        let limit = 2_000 - "http://example.org/".utf8.count
        for (path, count) in [("x", limit), ("x", limit + 1), ("é", limit / 6), ("é", limit / 6 + 1)] {
            let links = try hero(#""urls":[\#(url(String(repeating: path, count: count)))]"#).links
            let isShort = links.first?.url.utf8.count ?? .max <= 2_000
            #expect(links.count == (count == limit || count == limit / 6 ? 1 : 0) && isShort == !links.isEmpty)
        }
        let kind = String(repeating: "k", count: 101)
        #expect(try hero(#""urls":[{"type":"\#(kind)","url":"http://example.org/"}]"#).links == [])
    }

    @Test("descriptions and attributions are cut between characters")
    func texts() throws {
        let long = "a" + String(repeating: "é", count: 1_000_000)
        let description = try #require(try hero(#""description":"\#(long)""#).description)
        #expect(description.utf8.count == 65_535 && long.hasPrefix(description))
        let body = #"{"code":200,"attributionText":"\#(long)","data":{"results":[]}}"#
        #expect(try Payload<CharacterPayload>(Array(body.utf8)).attribution.html.utf8.count == 4_095)
    }

    @Test("at most a hundred results and twenty heroes of an event are read")
    func lists() throws {
        let heroes = (1...5000).map { #"{"id":\#($0)}"# }.joined(separator: ",")
        let body = #"{"code":200,"data":{"results":[\#(heroes)]}}"#
        #expect(try Payload<CharacterPayload>(Array(body.utf8)).items.count == 100)
        let mentions = (1...5000).map { #"{"resourceURI":"x/\#($0)","name":"N"}"# }.joined(separator: ",")
        let event = #"{"code":200,"data":{"results":[{"id":1,"characters":{"items":[\#(mentions)]}}]}}"#
        #expect(try Payload<WorkPayload>(Array(event.utf8)).items.first?.work(.events, []).heroes.count == 20)
    }
}
