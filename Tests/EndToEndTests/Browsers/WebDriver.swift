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

extension WebDriver {
    /// Starts a headless Chromium.
    static func chromium(width: Int, height: Int) async throws -> WebDriver {
        let (driver, port) = try await startChromedriver()
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=\(width),\(height)",
            // Names for which browsers make no exceptions, over http and over https with a certificate of the tests.
            "--host-resolver-rules=MAP *.example 127.0.0.1", "--ignore-certificate-errors",
            "--disable-features=HttpsUpgrades",
        ]
        let options: [String: Any] = ["binary": "/usr/bin/chromium", "args": arguments]
        return try await WebDriver(
            driver, port: port,
            capabilities: [
                "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
            ])
    }

    /// chromedriver binds a free IPv4 port and then the same number for IPv6, which may be in use; it exits then, and
    /// the next attempt gets another number.
    private static func startChromedriver() async throws -> (Program, port: String) {
        var errors = ""
        for _ in 0..<10 {
            let driver = try Program("/usr/bin/chromedriver", ["--port=0"])
            if let port = await driver.line(matching: /successfully on port (\d+)/) { return (driver, port) }
            errors = await driver.errorOutput()
        }
        throw BrowserFailure(command: "start chromedriver", response: errors)
    }
}

extension WebDriver {
    private static let miniBrowser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"

    /// Starts WebKitGTK's MiniBrowser on a virtual screen, since it has no headless mode.
    static func webKit(width: Int, height: Int) async throws -> WebDriver {
        let screen = try Program(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "2600x1600x24", "-nolisten", "tcp"])
        guard let display = await screen.line(matching: /^(\d+)$/) else {
            throw BrowserFailure(command: "start Xvfb", response: await screen.errorOutput())
        }
        let (driver, port) = try await startWebKitWebDriver(display: display)
        let browser = try await WebDriver(
            driver, port: port, helpers: [screen],
            capabilities: ["webkitgtk:browserOptions": ["binary": miniBrowser, "args": ["--automation"]]])
        _ = try await browser.send(
            "POST", "/window/rect", ["x": 0, "y": 0, "width": width, "height": height])
        return browser
    }

    /// WebKitWebDriver does not choose a port, and another process may bind a free one first.
    private static func startWebKitWebDriver(display: String) async throws -> (Program, port: String) {
        let curl = Curl()
        for _ in 0..<10 {
            let port = String(try FreePort.find())
            let driver = try Program(
                "/usr/bin/WebKitWebDriver", ["--port=\(port)"], environment: ["DISPLAY": ":" + display])
            let status = CurlRequest(url: "http://127.0.0.1:\(port)/status", timeout: 5)
            var isReady = false
            _ = try await Wait.until {
                isReady = (try? await curl.send(status))?.status == 200
                return isReady || driver.hasExited
            }
            if isReady { return (driver, port) }
            _ = await driver.stop()
        }
        throw BrowserFailure(command: "start WebKitWebDriver", response: "no response")
    }
}
