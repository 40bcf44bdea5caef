import Foundation
import Testing

@Suite("heroes gateway", .timeLimit(.minutes(30)))
struct GatewayCommandTests {
    @Test("a malformed request is refused in the API's own form")
    func refusals() async throws {
        let gateway = try Program(Paths.heroes, ["gateway", "--port", "0", "--open"])
        let url = try #require(await gateway.line(matching: /(http:\/\/[^ \/]+)/))
        for (line, status) in [
            ("GET /v1/public/char%00acters", 400), ("GET v1/public/characters", 400),
            ("GE(T /v1/public/characters", 400),
            ("GET /v1/public/characters?name=" + String(repeating: "a", count: 20_000), 414),
            ("GET /v1/public/%zz", 400), ("GET /v1/public/characters\u{7F}", 400),
        ] {
            try await expectRefusal(of: line, status: status, at: url)
        }
        #expect(await gateway.stop() == 0)
    }

    private func expectRefusal(of line: String, status: Int, at url: String) async throws {
        let wire = try RawConnection(to: url)
        try wire.ask(line)
        var bytes: [UInt8] = []
        while case let more = try await wire.receive(), !more.isEmpty { bytes += more }
        let answer = String(decoding: bytes, as: UTF8.self)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
        let parts = answer.components(separatedBy: "\r\n\r\n")
        #expect(parts[0].lowercased().contains("content-type: application/json; charset=utf-8"))
        let json = try JSONSerialization.jsonObject(with: Data((parts.last ?? "").utf8)) as? [String: String]
        #expect(json?["code"]?.isEmpty == false && json?["message"]?.isEmpty == false)
    }
}
