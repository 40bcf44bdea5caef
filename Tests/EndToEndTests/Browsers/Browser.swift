import Foundation
import Support

/// A real headless browser, driven as a user would use it.
final class Browser: Sendable {
    let kind: Kind
    private let driver: any BrowserDriver

    /// Of a browser: without script, pages run none but the tests' own.
    struct Kind: Hashable {
        let engine: Engine
        let script: Bool
    }

    init(_ kind: Kind) async throws {
        self.kind = kind
        driver = try await kind.engine.start(width: 1280, height: 900, script: kind.script)
    }

    private var engine: Engine { kind.engine }

    func close() async { await driver.close() }

    func open(_ url: String) async throws { _ = try await send("POST", "/url", ["url": url]) }

    func back() async throws { try await travel("/back") }

    func forward() async throws { try await travel("/forward") }

    /// Leaves a page once it is loaded whole: on one that is not, WebKit takes Back for Stop.
    private func travel(_ path: String) async throws {
        _ = try await wait(until: "return document.readyState === 'complete'")
        _ = try await send("POST", path)
    }

    var url: String { get async throws { try await send("GET", "/url") as? String ?? "" } }

    var title: String { get async throws { try await send("GET", "/title") as? String ?? "" } }

    /// Runs a function body in the page and gives back what it returns; promises are awaited.
    func run(_ script: String, _ arguments: [Any] = []) async throws -> Any {
        try await send("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    func text(_ script: String) async throws -> String { try await run(script) as? String ?? "" }

    func number(_ script: String) async throws -> Int { (try await run(script) as? NSNumber)?.intValue ?? -1 }

    func holds(_ script: String) async throws -> Bool { try await run(script) as? Bool ?? false }

    /// Clicks the first element that the selector finds, as a user does: scrolled into view, at its middle, and again
    /// for a while where nothing can be clicked, as in WebKit as long as a transition runs.
    func click(_ selector: String) async throws {
        var refusal = BrowserFailure(command: "click \(selector)", answer: "")
        let isClicked = try await Wait.until {
            do {
                if engine == .webKit { await settle(selector) }
                _ = try await send("POST", "/element/\(try await element(selector))/click")
                return true
            } catch let failure as BrowserFailure where failure.isNotYet {
                refusal = failure
                return false
            }
        }
        if !isClicked { throw refusal }
    }

    /// Scrolls the element into view until it has stayed there for two frames: WebKit may go back to the place that the
    /// address names after the page was loaded, and a click would meet what is then where the element was.
    private func settle(_ selector: String) async {
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
        // Where the page is left meanwhile, the click says whether there is anything to be clicked.
        _ = try? await run(script, [selector])
    }

    func type(_ text: String, into selector: String) async throws {
        _ = try await send("POST", "/element/\(try await element(selector))/value", ["text": text])
    }

    /// Asks the page until the script returns true; a page that is being left counts as not yet. The page's own timers
    /// are not needed, so that it works with script switched off too.
    func wait(until script: String) async throws -> Bool {
        // The context of a script ends with its page; the next page is asked again.
        try await Wait.until { (try? await holds(script)) == true }
    }

    /// Waits for the page at the address, loaded whole.
    func arrives(at url: String) async throws -> Bool {
        try await wait(until: "return location.href === '\(url)' && document.readyState === 'complete'")
    }

    /// A picture of the window as PNG.
    func screenshot() async throws -> Data {
        Data(base64Encoded: try await send("GET", "/screenshot") as? String ?? "") ?? Data()
    }

    /// Forgets who has used it, by their cookies and pages.
    func forget(at site: String) async throws {
        if engine == .chromium { return try await startAnew() }
        // Cookies are those of the page that is shown.
        try await open(site + "/healthz")
        _ = try await send("DELETE", "/cookie")
    }

    private func element(_ selector: String) async throws -> String {
        let answer = try await send("POST", "/element", ["using": "css selector", "value": selector])
        guard let id = (answer as? [String: String])?.values.first else {
            throw BrowserFailure(command: "find \(selector)", answer: "\(answer)")
        }
        return id
    }

    func send(_ method: String, _ path: String, _ body: [String: Any] = [:]) async throws -> Any {
        try await driver.send(method, path, body)
    }
}
