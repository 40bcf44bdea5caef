import Curl
import Foundation
import Support
import Testing

@Suite("heroes gateway", .timeLimit(.minutes(30)))
struct GatewayCommandTests {

    @Test("objects name PNG pictures by default and SVG if asked to, and both are served", arguments: ["png", "svg"])
    func pictures(_ format: String) async throws {
        let options = format == "png" ? [] : ["--pictures", format]
        let gateway = try Program(Paths.heroes, ["gateway", "--port", "0", "--open"] + options)
        let url = try #require(await gateway.line(matching: /(http:\/\/[^ \/]+)/))
        let body = try await Curl().send(CurlRequest(url: "\(url)/v1/public/characters/1009610")).body
        let path = "\(url)/images/characters/1009610"
        #expect(String(decoding: body, as: UTF8.self).contains(#""path":"\#(path)","extension":"\#(format)""#))
        for (name, type) in [("standard_large.png", "image/png"), ("standard_large.svg", "image/svg+xml")] {
            #expect(try await Curl().send(CurlRequest(url: "\(path)/\(name)")).header("Content-Type") == type)
        }
        #expect(await gateway.stop() == 0)
    }

    @Test("the preview of a hero's page is a PNG of the bundled site")
    func linkPreview() async throws {
        let site = try await RunningSite()
        var image: String?
        // A page that is streamed before the hero is loaded has no preview.
        _ = try await Wait.until {
            let page = try await Curl().send(CurlRequest(url: site.url + "/heroes/1009610-spider-man")).body
            let tag = String(decoding: page, as: UTF8.self).firstMatch(of: /property="og:image" content="([^"]*)"/)
            image = tag.map { String($0.1) }
            return image != nil
        }
        let response = try await Curl().send(CurlRequest(url: try #require(image)))
        #expect(response.status == 200 && response.header("Content-Type") == "image/png")
        // Width and height (PNG specification, section 11.2.2).
        let size = [16, 20].map { response.body[$0..<($0 + 4)].reduce(0) { $0 << 8 | Int($1) } }
        #expect(size == [1200, 630])
        await site.end()
    }

    private func expectRefusal(of line: String, status: Int, at url: String) async throws {
        let connection = try RawConnection(to: url)
        try connection.sendRequest(line)
        var bytes: [UInt8] = []
        while case let more = try await connection.receive(), !more.isEmpty { bytes += more }
        let response = String(decoding: bytes, as: UTF8.self)
        #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(response)")
        let parts = response.components(separatedBy: "\r\n\r\n")
        #expect(parts[0].lowercased().contains("content-type: application/json; charset=utf-8"))
        let json = try JSONSerialization.jsonObject(with: Data((parts.last ?? "").utf8)) as? [String: String]
        #expect(json?["code"]?.isEmpty == false && json?["message"]?.isEmpty == false)
    }
}
