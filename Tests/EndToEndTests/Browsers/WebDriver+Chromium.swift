extension WebDriver {
    /// Starts a headless Chromium.
    static func chromium(width: Int, height: Int, script: Bool) async throws -> WebDriver {
        let (driver, port) = try await startChromedriver()
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=\(width),\(height)",
            // Names for which browsers make no exceptions, over http and over https with a certificate of the tests.
            "--host-resolver-rules=MAP *.example 127.0.0.1", "--ignore-certificate-errors",
            "--disable-features=HttpsUpgrades",
        ]
        let options: [String: Any] = ["binary": "/usr/bin/chromium", "args": arguments]
        let browser = try await WebDriver(
            driver, port: port,
            capabilities: [
                "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
            ])
        if !script {
            _ = try await browser.send(
                "POST", "/goog/cdp/execute",
                ["cmd": "Emulation.setScriptExecutionDisabled", "params": ["value": true]])
        }
        return browser
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
