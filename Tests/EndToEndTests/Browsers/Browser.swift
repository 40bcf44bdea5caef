import Foundation
import Support
import Testing

/// A headless browser, driven as a visitor would use it.
final class Browser: Sendable {
    let engine: Engine
    private let driver: any BrowserDriver

    init(_ engine: Engine) async throws {
        self.engine = engine
        driver = try await engine.start(width: 1280, height: 900)
    }

    func close() async { await driver.close() }

    func open(_ url: String) async throws { _ = try await send("POST", "/url", ["url": url]) }

    func back() async throws { try await navigate("/back") }

    func forward() async throws { try await navigate("/forward") }

    func reload() async throws { try await navigate("/refresh") }

    /// Navigates once the page is loaded, since before that WebKit treats Back as Stop, and waits until the page is left:
    /// a condition that it meets would count for the next one.
    private func navigate(_ path: String) async throws {
        let mark = UUID().uuidString
        let marking = "if (document.readyState === 'complete') window.left = ['\(mark)', location.href];"
        _ = try await wait(until: marking + "return window.left?.[0] === '\(mark)'")
        _ = try await send("POST", path)
        _ = try await wait(until: "return window.left?.[0] !== '\(mark)' || window.left[1] !== location.href")
    }

    var url: String { get async throws { try await send("GET", "/url") as? String ?? "" } }

    var title: String { get async throws { try await send("GET", "/title") as? String ?? "" } }

    /// Runs a function body in the page and returns its result; promises are awaited.
    func run(_ script: String, _ arguments: [Any] = []) async throws -> Any {
        try await send("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    func text(_ script: String) async throws -> String { try await run(script) as? String ?? "" }

    func number(_ script: String) async throws -> Int { (try await run(script) as? NSNumber)?.intValue ?? -1 }

    func isTrue(_ script: String) async throws -> Bool { try await run(script) as? Bool ?? false }

    /// Clicks the middle of the first element that matches the selector, scrolled into view. Retries for a while if it
    /// cannot be clicked, which WebKit reports as long as a transition runs, or if the page has not arrived up to it.
    func click(_ selector: String) async throws {
        var lastFailure = BrowserFailure(command: "click \(selector)", response: "")
        let isClicked = try await Wait.until {
            do {
                if engine == .webKit { await scrollIntoView(selector) }
                _ = try await send("POST", "/element/\(try await element(selector))/click")
                return true
            } catch let failure as BrowserFailure where failure.isTemporary {
                lastFailure = failure
                return false
            }
        }
        if !isClicked { throw lastFailure }
    }

    /// Scrolls the element into view until it has been there for two frames: after the page was loaded, WebKit may
    /// scroll back to the fragment of the URL, and a click would hit another element.
    private func scrollIntoView(_ selector: String) async {
        let script = """
            return (async selector => {
              const element = document.querySelector(selector);
              for (let frames = 0; element && frames < 2;) {
                element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
                const place = element.getBoundingClientRect().top;
                await new Promise(requestAnimationFrame);
                frames = element.getBoundingClientRect().top === place ? frames + 1 : 0;
              }
            })(arguments[0]);
            """
        // If the page is left during this, the click reports that there is no element.
        _ = try? await run(script, [selector])
    }

    func type(_ text: String, into selector: String) async throws {
        _ = try await send("POST", "/element/\(try await element(selector))/value", ["text": text])
    }

    /// A condition that is true if no change of a favourite is being sent.
    static let isIdle = "[...document.querySelectorAll('.heart')].every(heart => !heart.busy)"

    /// Polls until the script returns true; a page that is being left counts as false. Needs no timers in the page, so
    /// that it works without script, too.
    func wait(until script: String) async throws -> Bool {
        // A script's context ends with its page; the next poll runs in the next page.
        try await Wait.until { (try? await isTrue(script)) == true }
    }

    /// Waits until a condition of the page is true; otherwise records where the browser is instead.
    func expect(_ condition: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        if try await wait(until: "return \(condition)") { return }
        let page = try await text("return location.href + ': ' + document.querySelector('h1')?.textContent")
        Issue.record("never true: \(condition), at \(page)", sourceLocation: sourceLocation)
    }

    /// Waits until the page at the URL is loaded.
    func arrives(at url: String) async throws -> Bool {
        try await wait(until: "return location.href === '\(url)' && document.readyState === 'complete'")
    }

    /// Takes a screenshot of the window as PNG.
    func screenshot() async throws -> Data {
        Data(base64Encoded: try await send("GET", "/screenshot") as? String ?? "") ?? Data()
    }

    /// Returns the number that a function body computes from the pixels of the window: `data` has red, green, blue and
    /// alpha of each, `width` is that of a line.
    func pixels(_ script: String) async throws -> Int {
        try await
            (run(
                """
                return (async text => {
                  const png = new Blob([Uint8Array.from(atob(text), letter => letter.charCodeAt(0))], { type: 'image/png' });
                  const image = await createImageBitmap(png);
                  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
                  const context = canvas.getContext('2d');
                  context.drawImage(image, 0, 0);
                  const { data, width } = context.getImageData(0, 0, image.width, image.height);
                  \(script)
                })(arguments[0]);
                """, [screenshot().base64EncodedString()]) as? NSNumber)?.intValue ?? -1
    }

    /// Deletes cookies, and in Chromium the history.
    func clearState(at site: String) async throws {
        if engine == .chromium { return try await openCleanTab() }
        // WebDriver deletes the cookies of the current page.
        try await open(site + "/healthz")
        _ = try await send("DELETE", "/cookie")
    }

    private func element(_ selector: String) async throws -> String {
        let response = try await send("POST", "/element", ["using": "css selector", "value": selector])
        guard let id = (response as? [String: String])?.values.first else {
            throw BrowserFailure(command: "find \(selector)", response: "\(response)")
        }
        return id
    }

    func send(_ method: String, _ path: String, _ body: [String: Any] = [:]) async throws -> Any {
        try await driver.send(method, path, body)
    }
}

/// A connection to a running browser that takes WebDriver commands (W3C) by HTTP method and path.
protocol BrowserDriver: Sendable {
    /// Returns the value in the response, or throws the browser's error.
    func send(_ method: String, _ path: String, _ body: [String: Any]) async throws -> Any

    /// Closes the browser.
    func close() async
}

/// An error of a browser or its driver.
struct BrowserFailure: Error {
    let command: String
    let response: String

    /// True if the element is covered or missing at the moment.
    var isTemporary: Bool {
        let errors = ["element not interactable", "element click intercepted", "no such element", "stale element"]
        return errors.contains { response.contains($0) }
    }
}

/// The browser engines that pages are tested with.
enum Engine: String, CaseIterable, Sendable {
    case chromium, firefox, webKit

    /// Starts a browser of the engine.
    func start(width: Int, height: Int) async throws -> any BrowserDriver {
        switch self {
        case .chromium: try await WebDriver.chromium(width: width, height: height)
        case .firefox: try await Marionette(width: width, height: height)
        case .webKit: try await WebDriver.webKit(width: width, height: height)
        }
    }
}

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

    func setOffline(_ isOffline: Bool) async throws {
        try await devTools("Network.enable")
        try await devTools(
            "Network.emulateNetworkConditions",
            ["offline": isOffline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
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
