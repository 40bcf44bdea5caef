import Foundation

/// Commands of the Chrome DevTools Protocol, which other engines lack.
extension Browser {
    /// Sends a command and returns its result.
    @discardableResult
    func devTools(_ command: String, _ parameters: [String: Any] = [:]) async throws -> [String: Any] {
        try await send("POST", "/goog/cdp/execute", ["cmd": command, "params": parameters]) as? [String: Any] ?? [:]
    }

    /// Returns the console's messages since the last call.
    func console() async throws -> [String] {
        let entries = try await send("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.compactMap { $0["message"] as? String }
    }

    /// Returns true if the expression is true in the page, which may still be loading.
    func evaluate(_ expression: String) async throws -> Bool {
        let response = try await devTools("Runtime.evaluate", ["expression": expression, "returnByValue": true])
        return (response["result"] as? [String: Any])?["value"] as? Bool ?? false
    }

    /// Disables the pages' own scripts; those of the tests still run.
    func disableScript() async throws { try await devTools("Emulation.setScriptExecutionDisabled", ["value": true]) }

    /// Resizes the window, in CSS pixels.
    func resize(width: Int, height: Int = 900) async throws {
        try await devTools(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500])
    }

    /// Emulates a media feature: `prefers-color-scheme`, `prefers-reduced-motion` and so on.
    func emulateMedia(_ feature: String, _ value: String) async throws {
        try await devTools("Emulation.setEmulatedMedia", ["features": [["name": feature, "value": value]]])
    }

    /// Runs the script in every page opened from now on, before the page's own.
    func addInitScript(_ script: String) async throws {
        try await devTools("Page.addScriptToEvaluateOnNewDocument", ["source": script])
    }

    /// Opens a new tab, closes the others, and clears the console and the cookies.
    func openCleanTab() async throws {
        try await devTools("Network.clearBrowserCookies")
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
