import Foundation

/// What Chromium alone can do, by its own protocol.
extension Browser {
    /// A command of the protocol, and what it gives back.
    @discardableResult
    func chromium(_ command: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        try await send("POST", "/goog/cdp/execute", ["cmd": command, "params": parameters]) as? [String: Any] ?? [:]
    }

    /// What the console holds since the last call.
    func console() async throws -> [String] {
        let entries = try await send("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.compactMap { $0["message"] as? String }
    }

    /// Whether an expression is true in the page, which may still be on its way.
    func evaluate(_ expression: String) async throws -> Bool {
        let answer = try await chromium("Runtime.evaluate", ["expression": expression, "returnByValue": true])
        return (answer["result"] as? [String: Any])?["value"] as? Bool ?? false
    }

    /// Pages run no script from now on, but the tests' own.
    func switchScriptOff() async throws { try await chromium("Emulation.setScriptExecutionDisabled", ["value": true]) }

    /// Gives the page a window of that size, in CSS pixels.
    func resize(width: Int, height: Int = 900) async throws {
        try await chromium(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500])
    }

    /// What style sheets may ask for: `prefers-color-scheme`, `prefers-reduced-motion` and so on.
    func prefer(_ feature: String, _ value: String) async throws {
        try await chromium("Emulation.setEmulatedMedia", ["features": [["name": feature, "value": value]]])
    }

    /// Runs the script in every page that is opened from now on, before the page's own.
    func watch(_ script: String) async throws {
        try await chromium("Page.addScriptToEvaluateOnNewDocument", ["source": script])
    }

    /// A new tab, a clean console and no cookies, as if nobody had used the browser.
    func startAnew() async throws {
        try await chromium("Network.clearBrowserCookies")
        let old = try await send("GET", "/window/handles") as? [String] ?? []
        let new = try await send("POST", "/window/new", ["type": "tab"]) as? [String: Any]
        for handle in old {
            _ = try await send("POST", "/window", ["handle": handle])
            _ = try await send("DELETE", "/window")
        }
        _ = try await send("POST", "/window", ["handle": new?["handle"] ?? ""])
        _ = try await console()
    }
}
