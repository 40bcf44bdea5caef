import Foundation

/// A headless Chromium, driven by WebDriver (W3C) through chromedriver.
final class Chromium {
    private let driver: Child
    private let client: PlainClient
    private let session: String

    init() throws {
        driver = try Child(try Program.path("chromedriver", ofPackage: "chromium-driver"), ["--port=0"])
        client = try PlainClient(port: try Self.port(driver), patience: 60)
        let options: [String: Any] = [
            "binary": try Program.path("chromium", ofPackage: "chromium"),
            "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1280,900"],
        ]
        let capabilities: [String: Any] = ["browserName": "chrome", "goog:chromeOptions": options]
        let answer = try Self.send(client, "/session", ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw Unmeasurable("chromedriver starts no Chromium")
        }
        session = "/session/\(id)"
    }

    /// The driver ends its browser with itself.
    deinit { driver.stop() }

    func open(_ url: String) throws { _ = try Self.send(client, session + "/url", ["url": url]) }

    /// Runs a function body in the page and gives back what it returns; promises are awaited.
    func run(_ script: String) throws -> Any {
        try Self.send(client, session + "/execute/sync", ["script": script, "args": [Any]()])
    }

    /// Asks the page until the script returns true, for ten seconds at most.
    func wait(until script: String) throws {
        for _ in 0..<500 {
            if try run(script) as? Bool == true { return }
            usleep(20_000)
        }
        throw Unmeasurable("the page never had: \(script)")
    }

    func click(_ selector: String) throws {
        let answer = try Self.send(client, session + "/element", ["using": "css selector", "value": selector])
        guard let id = (answer as? [String: String])?.values.first else { throw Unmeasurable("no \(selector)") }
        _ = try Self.send(client, session + "/element/\(id)/click", [:])
    }

    /// A command of Chromium's own protocol.
    func command(_ name: String, _ parameters: [String: Any] = [:]) throws {
        _ = try Self.send(client, session + "/goog/cdp/execute", ["cmd": name, "params": parameters])
    }

    private static func port(_ driver: Child) throws -> UInt16 {
        while let line = driver.line() {
            if let port = line.firstMatch(of: /successfully on port (\d+)/).flatMap({ UInt16($0.1) }) { return port }
        }
        throw Unmeasurable("chromedriver does not start")
    }

    private static func send(_ client: PlainClient, _ path: String, _ body: [String: Any]) throws -> Any {
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: body))
        let answer = try client.answer(to: path, posting: bytes, as: "application/json")
        let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        guard answer.status == 200, let value = object?["value"] else {
            throw Unmeasurable("chromedriver, \(path): \(String(decoding: answer.body.prefix(500), as: UTF8.self))")
        }
        return value
    }
}
