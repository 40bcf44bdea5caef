extension WebDriver {
    /// A headless Chromium.
    static func chromium(width: Int, height: Int, script: Bool) async throws -> WebDriver {
        let (driver, port) = try await startChromedriver()
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=\(width),\(height)",
            // Names that are no exception from rules for the web, by http and by https with a certificate of the tests'.
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

    /// chromedriver takes a free IPv4 port and then the same number for IPv6, which somebody else may have; it gives up
    /// then, and another try gets another number.
    private static func startChromedriver() async throws -> (Program, port: String) {
        var complaint = ""
        for _ in 0..<10 {
            let driver = try Program("/usr/bin/chromedriver", ["--port=0"])
            if let port = await driver.line(matching: /successfully on port (\d+)/) { return (driver, port) }
            complaint = await driver.errorOutput()
        }
        throw BrowserFailure(command: "start chromedriver", answer: complaint)
    }
}
