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

    /// True if another element covers this one at the moment.
    var isObscured: Bool {
        response.contains("element not interactable") || response.contains("element click intercepted")
    }
}

/// The browser engines that pages are tested with.
enum Engine: String, CaseIterable, Sendable {
    case chromium, firefox, webKit

    /// Starts a browser of the engine. Without script, pages run only the scripts of the tests.
    func start(width: Int, height: Int, script: Bool) async throws -> any BrowserDriver {
        switch self {
        case .chromium: try await WebDriver.chromium(width: width, height: height, script: script)
        case .firefox: try await Marionette(width: width, height: height, script: script)
        case .webKit: try await WebDriver.webKit(width: width, height: height, script: script)
        }
    }
}
