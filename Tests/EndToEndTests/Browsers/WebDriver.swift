import Curl
import Foundation
import Support

/// A browser driven by WebDriver over HTTP: Chromium through chromedriver, WebKit through WebKitWebDriver.
final class WebDriver: BrowserDriver {
    private let driver: Program
    private let helpers: [Program]
    private let curl: Curl
    private let session: String

    init(_ driver: Program, port: String, helpers: [Program] = [], capabilities: [String: Any])
        async throws
    {
        (self.driver, self.helpers) = (driver, helpers)
        curl = Curl()
        let json = try await Self.send(
            curl, "POST", "http://127.0.0.1:\(port)/session", ["capabilities": ["alwaysMatch": capabilities]])
        guard let session = (json as? [String: Any])?["sessionId"] as? String else {
            throw BrowserFailure(command: "new session", response: "\(json)")
        }
        self.session = "http://127.0.0.1:\(port)/session/\(session)"
    }

    func send(_ method: String, _ path: String, _ body: [String: Any]) async throws -> Any {
        try await Self.send(curl, method, session + path, body)
    }

    /// Ends the session; the driver would leave its browser running otherwise.
    func close() async {
        _ = try? await send("DELETE", "", [:])  // It ends with its driver at the latest.
        _ = await driver.stop()
        for helper in helpers { _ = await helper.stop() }
    }

    static func send(_ curl: Curl, _ method: String, _ url: String, _ body: [String: Any]) async throws -> Any {
        let bytes = method == "POST" ? [UInt8](try JSONSerialization.data(withJSONObject: body)) : nil
        let response = try await curl.send(
            CurlRequest(
                url: url, method: method, headers: [("Content-Type", "application/json")], body: bytes,
                timeout: Double(Wait.timeout.components.seconds),
                byteLimit: 64 << 20))
        let json = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
        guard response.status == 200, let value = json?["value"] else {
            throw BrowserFailure(command: "\(method) \(url)", response: String(decoding: response.body, as: UTF8.self))
        }
        return value
    }
}
