import Curl
import Foundation
import Support

extension WebDriver {
    private static let miniBrowser = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"

    /// Starts WebKitGTK's MiniBrowser on a virtual screen, since it has no headless mode.
    static func webKit(width: Int, height: Int, script: Bool) async throws -> WebDriver {
        let screen = try Program(
            "/usr/bin/Xvfb", ["-displayfd", "1", "-screen", "0", "2600x1600x24", "-nolisten", "tcp"])
        guard let display = await screen.line(matching: /^(\d+)$/) else {
            throw BrowserFailure(command: "start Xvfb", response: await screen.errorOutput())
        }
        let (driver, port) = try await startWebKitWebDriver(display: display)
        // Disables the page's scripts, but not those of the driver.
        let arguments = ["--automation"] + (script ? [] : ["--enable-javascript-markup=false"])
        let browser = try await WebDriver(
            driver, port: port, helpers: [screen],
            capabilities: ["webkitgtk:browserOptions": ["binary": miniBrowser, "args": arguments]])
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
