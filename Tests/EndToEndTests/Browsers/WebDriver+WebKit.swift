import Curl
import Foundation
import Support

extension WebDriver {
    private static let miniBrowser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"

    /// WebKitGTK's small browser on a screen that nobody sees, since it has no headless mode.
    static func webKit(width: Int, height: Int, script: Bool) async throws -> WebDriver {
        let screen = try Program(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "2600x1600x24", "-nolisten", "tcp"])
        guard let display = await screen.line(matching: /^(\d+)$/) else {
            throw BrowserFailure(command: "start Xvfb", answer: await screen.errorOutput())
        }
        let (driver, port) = try await startWebKitWebDriver(display: display)
        // Forbids the page's own scripts, but not those of the driver.
        let arguments = ["--automation"] + (script ? [] : ["--enable-javascript-markup=false"])
        let browser = try await WebDriver(
            driver, port: port, besides: [screen],
            capabilities: ["webkitgtk:browserOptions": ["binary": miniBrowser, "args": arguments]])
        _ = try await browser.send(
            "POST", "/window/rect", ["x": 0, "y": 0, "width": width, "height": height])
        return browser
    }

    /// It does not choose a port by itself, and somebody else may be quicker to take a free one.
    private static func startWebKitWebDriver(display: String) async throws -> (Program, port: String) {
        let curl = Curl()
        for _ in 0..<10 {
            let port = String(try FreePort.find())
            let driver = try Program(
                "/usr/bin/WebKitWebDriver", ["--port=\(port)"], environment: ["DISPLAY": ":" + display])
            let status = CurlRequest(url: "http://127.0.0.1:\(port)/status", timeout: 5)
            var answers = false
            _ = try await Wait.until {
                answers = (try? await curl.send(status))?.status == 200
                return answers || driver.isOver
            }
            if answers { return (driver, port) }
            _ = await driver.stop()
        }
        throw BrowserFailure(command: "start WebKitWebDriver", answer: "no answer")
    }
}
