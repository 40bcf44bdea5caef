import Foundation

/// A headless Chromium, driven by WebDriver (W3C) through chromedriver, which ends it with itself.
final class Chromium {
    private let driver: ChildProcess
    private let client: HTTPClient
    private let session: String

    init() throws {
        driver = try ChildProcess(try Program.path("chromedriver", ofPackage: "chromium-driver"), ["--port=0"])
        client = try HTTPClient(port: try Self.port(driver), timeout: 60)
        let options: [String: Any] = [
            "binary": try Program.path("chromium", ofPackage: "chromium"),
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900"],
        ]
        let capabilities: [String: Any] = ["browserName": "chrome", "goog:chromeOptions": options]
        let answer = try Self.send(client, "/session", ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw BenchmarkError("chromedriver starts no Chromium")
        }
        session = "/session/\(id)"
    }

    deinit { driver.stop() }

    func open(_ url: String) throws { _ = try Self.send(client, session + "/url", ["url": url]) }

    /// Runs a function body in the page and returns its value.
    func run(_ script: String) throws -> Any {
        try Self.send(client, session + "/execute/sync", ["script": script, "args": [Any]()])
    }

    /// Asks the page until the script returns true, for ten seconds at most.
    func wait(until script: String) throws {
        for _ in 0..<500 {
            if try run(script) as? Bool == true { return }
            usleep(20_000)
        }
        throw BenchmarkError("the page never had: \(script)")
    }

    /// Sends a command of Chromium's own protocol.
    func command(_ name: String, _ parameters: [String: Any] = [:]) throws {
        _ = try Self.send(client, session + "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    private static func port(_ driver: ChildProcess) throws -> UInt16 {
        while let line = driver.line() {
            if let port = line.firstMatch(of: /successfully on port (\d+)/).flatMap({ UInt16($0.1) }) { return port }
        }
        throw BenchmarkError("chromedriver does not start")
    }

    private static func send(_ client: HTTPClient, _ path: String, _ body: [String: Any]) throws -> Any {
        let json = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
        let response = try client.post(path, json, as: "application/json")
        let object = try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
        guard response.status == 200, let value = object?["value"] else {
            throw BenchmarkError("chromedriver, \(path): \(response.text.prefix(500))")
        }
        return value
    }
}
