import Curl
import Foundation

/// A real headless Chromium, driven by WebDriver (W3C) through chromedriver.
final class Browser: Sendable {
    private let driver: Program
    private let curl: Curl
    private let session: String

    struct Failure: Error {
        let command: String
        let answer: String
    }

    init(width: Int = 1280, height: Int = 900, arguments: [String] = []) async throws {
        let port: String
        (driver, port) = try await Self.startDriver()
        curl = Curl()
        let options: [String: Any] = [
            "binary": "/usr/bin/chromium",
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=\(width),\(height)"]
                + arguments,
        ]
        let body = [
            "capabilities": [
                "alwaysMatch": [
                    "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
                ]
            ]
        ]
        let answer = try await Self.send(curl, "POST", "http://127.0.0.1:\(port)/session", body)
        guard let session = (answer as? [String: Any])?["sessionId"] as? String else {
            throw Failure(command: "new session", answer: "\(answer)")
        }
        self.session = "http://127.0.0.1:\(port)/session/\(session)"
    }

    /// chromedriver takes a free IPv4 port and then the same number for IPv6, which somebody else may have; it gives up
    /// then, and another try gets another number.
    private static func startDriver() async throws -> (Program, port: String) {
        var complaint = ""
        for _ in 0..<10 {
            let driver = try Program("/usr/bin/chromedriver", ["--port=0"])
            if let port = await driver.line(matching: /successfully on port (\d+)/) { return (driver, port) }
            complaint = await driver.complaint()
        }
        throw Failure(command: "start chromedriver", answer: complaint)
    }

    /// Ends the browser; without it chromedriver would leave it running.
    func close() async {
        _ = try? await command("DELETE", "")  // It ends with its driver at the latest.
        _ = await driver.stop()
    }

    func open(_ url: String) async throws { _ = try await command("POST", "/url", ["url": url]) }

    func back() async throws { _ = try await command("POST", "/back", [:]) }

    var url: String { get async throws { try await command("GET", "/url") as? String ?? "" } }

    var title: String { get async throws { try await command("GET", "/title") as? String ?? "" } }

    /// Runs a function body in the page and gives back what it returns; promises are awaited.
    func run(_ script: String, _ arguments: [Any] = []) async throws -> Any {
        try await command("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    func text(_ script: String) async throws -> String { try await run(script) as? String ?? "" }

    func number(_ script: String) async throws -> Int { (try await run(script) as? NSNumber)?.intValue ?? -1 }

    func holds(_ script: String) async throws -> Bool { try await run(script) as? Bool ?? false }

    /// Clicks the first element that the selector finds, as a user does: scrolled into view, at its middle.
    func click(_ selector: String) async throws {
        _ = try await command("POST", "/element/\(try await element(selector))/click", [:])
    }

    func type(_ text: String, into selector: String) async throws {
        _ = try await command("POST", "/element/\(try await element(selector))/value", ["text": text])
    }

    /// Asks the page until the script returns true, for at most twenty seconds; a page that is being left counts as not
    /// yet. The page's own timers are not needed, so that it works with script switched off too.
    func wait(until script: String) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            // The context of a script ends with its page; the next page is asked anew.
            if (try? await holds(script)) == true { return true }
            try await Task.sleep(for: .milliseconds(25))
        }
        return false
    }

    /// Waits for the page at the address, loaded whole.
    func arrives(at url: String) async throws -> Bool {
        try await wait(until: "return location.href === '\(url)' && document.readyState === 'complete'")
    }

    /// A picture of the window as PNG.
    func screenshot() async throws -> Data {
        Data(base64Encoded: try await command("GET", "/screenshot") as? String ?? "") ?? Data()
    }

    /// What the console holds since the last call.
    func console() async throws -> [String] {
        let entries = try await command("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.compactMap { $0["message"] as? String }
    }

    /// A command of Chromium's own protocol.
    func chromium(_ command: String, _ parameters: [String: Any]) async throws {
        _ = try await self.command("POST", "/goog/cdp/execute", ["cmd": command, "params": parameters])
    }

    private func element(_ selector: String) async throws -> String {
        let answer = try await command("POST", "/element", ["using": "css selector", "value": selector])
        guard let id = (answer as? [String: String])?.values.first else {
            throw Failure(command: "find \(selector)", answer: "\(answer)")
        }
        return id
    }

    private func command(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any {
        try await Self.send(curl, method, session + path, body)
    }

    private static func send(_ curl: Curl, _ method: String, _ url: String, _ body: [String: Any]?) async throws -> Any
    {
        let bytes = try body.map { [UInt8](try JSONSerialization.data(withJSONObject: $0)) }
        let response = try await curl.send(
            CurlRequest(
                url: url, method: method, headers: [("Content-Type", "application/json")], body: bytes, timeout: 60,
                byteLimit: 64 << 20))
        let answer = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
        guard response.status == 200, let value = answer?["value"] else {
            throw Failure(command: "\(method) \(url)", answer: String(decoding: response.body, as: UTF8.self))
        }
        return value
    }
}
