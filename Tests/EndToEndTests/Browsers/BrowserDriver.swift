/// The way to a running browser, which takes the commands of WebDriver (W3C) by their HTTP method and path.
protocol BrowserDriver: Sendable {
    /// The value of the answer; throws what the browser refuses.
    func send(_ method: String, _ path: String, _ body: [String: Any]) async throws -> Any

    /// Ends the browser.
    func close() async
}

/// What a browser, or the program that drives it, did not do.
struct BrowserFailure: Error {
    let command: String
    let answer: String

    /// Whether the element could not be clicked because something else is in its place just now.
    var isNotYet: Bool {
        answer.contains("element not interactable") || answer.contains("element click intercepted")
    }
}

/// The three engines that pages are looked at with.
enum Engine: String, CaseIterable, Sendable {
    case chromium, firefox, webKit

    /// Starts a browser of the engine; without script, pages run none but the tests' own.
    func start(width: Int, height: Int, script: Bool) async throws -> any BrowserDriver {
        switch self {
        case .chromium: try await WebDriver.chromium(width: width, height: height, script: script)
        case .firefox: try await Marionette(width: width, height: height, script: script)
        case .webKit: try await WebDriver.webKit(width: width, height: height, script: script)
        }
    }
}
