import Foundation
import Testing

@Suite("heroes gateway", .timeLimit(.minutes(30)))
struct GatewayCommandTests {
    @Test("a malformed request is answered with an error in the API's format")
    func malformedRequests() async throws {
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
